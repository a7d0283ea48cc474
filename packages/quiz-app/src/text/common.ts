// Portuguese texts that several screens use. Texts from the specification are copied verbatim.

export const commonText = {
  home: 'Home',
  logout: 'Logout',
  leaving: 'Saindo…',
  sendingLast: 'Enviando suas últimas respostas…',
  retry: 'Tentar de novo',
  loading: 'Carregando...',
  slow: 'Está demorando. Verifique sua conexão e recarregue a página.',
  noTheme: 'Sem matéria',
  mistakesOnly: 'Só as que errei',
  backHome: 'Voltar ao início',
  themeSwitch: { name: 'Aparência', system: 'do sistema', light: 'clara', dark: 'escura' },
  crashed: 'Algo deu errado nesta página. Suas respostas estão guardadas.',
  reload: 'Recarregar a página',
  badConfiguration: 'O aplicativo está mal configurado e não pode abrir. Avise quem cuida dele.',
}

export const notFoundText = { title: 'Página não encontrada', back: 'Ir para o início' }
