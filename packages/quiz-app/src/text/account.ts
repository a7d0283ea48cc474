// Portuguese texts of the dialog "Minha conta".

const dateTime = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'medium', timeStyle: 'short' })
const date = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'medium' })

export const accountText = {
  signedInAs: (name: string) => `Você entrou como ${name}.`,
  busy: 'Um momento…',
  cancel: 'Cancelar',
  resend: 'Enviar outro código',
}

export const passwordText = {
  title: 'Senha',
  previous: 'Senha atual',
  proposed: 'Nova senha',
  hint: 'Mínimo de 8 caracteres',
  submit: 'Trocar senha',
  changed: 'Senha trocada. Use a nova no próximo acesso.',
  wrong: 'A senha atual está incorreta.',
}

export const authenticatorText = {
  title: 'Aplicativo autenticador',
  purpose: 'Além da senha, a conta pede um código que só o seu celular mostra.',
  off: 'Desativado.',
  on: 'Ativado: um código é pedido ao entrar.',
  preferred: 'É a sua forma preferida de confirmar o acesso.',
  set: 'Ativar aplicativo',
  confirmCode: 'Confirmar código',
  turnedOn: 'Aplicativo autenticador ativado.',
  prefer: 'Preferir o aplicativo',
  nowPreferred: 'O aplicativo agora é a forma preferida.',
  turnOff: 'Desativar aplicativo',
  turnOffQuestion: 'Desativar o aplicativo? A conta deixa de pedir o código dele.',
  turnedOff: 'Aplicativo autenticador desativado. Você já pode apagar a conta nele.',
  notOffered: 'Esta conta não aceita aplicativo autenticador.',
}

export const passkeysText = {
  title: 'Chaves de acesso',
  purpose: 'Entre com a digital, o rosto ou o PIN deste aparelho, sem digitar a senha.',
  named: 'O nome vem de onde a chave está guardada e não pode ser mudado aqui; a data ajuda a distinguir.',
  none: 'Nenhuma chave de acesso ainda.',
  unnamed: 'Chave de acesso',
  created: (at: Date) => `Criada em ${date.format(at)}`,
  portable: 'em uma chave de segurança ou em outro aparelho',
  add: 'Criar chave de acesso',
  added: 'Chave de acesso criada.',
  notMade: 'A chave de acesso não foi criada. Tente de novo.',
  exists: 'Este aparelho já tem uma chave de acesso desta conta.',
  remove: 'Remover',
  removeNamed: (name: string, created: string) => `Remover ${name}${created && `, ${created.toLowerCase()}`}`,
  removeQuestion: 'Remover esta chave? Ela não vai mais servir para entrar.',
  removed: 'Chave removida da conta. Apague-a também no gerenciador de senhas do aparelho.',
  notSupported: 'Este navegador não cria chaves de acesso.',
  notHere: 'Neste endereço não é possível criar chaves de acesso: elas pedem uma conexão segura (https).',
  notOffered: 'Esta conta não aceita chaves de acesso.',
}

export const devicesText = {
  title: 'Aparelhos lembrados',
  purpose: 'Nestes aparelhos, a confirmação extra não é pedida de novo.',
  none: 'Nenhum aparelho é lembrado por esta conta.',
  unnamed: 'Aparelho sem nome',
  named: (browser: string, system: string) => (browser && system ? `${browser}, ${system}` : browser || system),
  thisOne: 'Este aparelho',
  notRemembered: 'Conhecido, mas não lembrado',
  lastUse: (at: Date) => `Último acesso: ${dateTime.format(at)}`,
  forget: 'Esquecer',
  forgetNamed: (name: string, lastUse: string) => `Esquecer ${name}${lastUse && `, ${lastUse.toLowerCase()}`}`,
  forgetQuestion: 'Esquecer este aparelho? No próximo acesso por ele, a confirmação extra volta a ser pedida.',
  forgotten: 'Aparelho esquecido.',
  notOffered: 'Esta conta não guarda aparelhos.',
}

export const phoneText = {
  title: 'Telefone',
  purpose: 'Serve para receber códigos por SMS, por exemplo quando você esquece a senha.',
  none: 'Nenhum telefone cadastrado.',
  number: 'Número de telefone',
  country: 'País',
  otherCountry: 'Outro país',
  verified: 'Confirmado',
  unverified: 'Ainda não confirmado',
  incomplete: 'Digite o número completo, com o DDD.',
  add: 'Cadastrar telefone',
  change: 'Trocar número',
  save: 'Salvar número',
  saved: 'Número salvo.',
  sendCode: 'Enviar código',
  sent: (destination: string) => `Enviamos um código para ${destination}.`,
  confirm: 'Confirmar número',
  confirmed: 'Telefone confirmado.',
  remove: 'Remover telefone',
  removeQuestion: 'Remover o telefone? Códigos por SMS deixam de chegar.',
  removed: 'Telefone removido.',
}

export const sessionsText = {
  title: 'Sessões abertas',
  purpose: 'Perdeu o celular ou usou um computador da escola? Encerre todas as sessões de uma vez.',
  signOut: 'Sair de todos os aparelhos',
  question: 'Sair de todos os aparelhos, também deste? Respostas ainda não enviadas ficam guardadas onde foram dadas.',
  proof: 'Para sair de todos os aparelhos, confirme que é você.',
  proofImpossible: 'Não é possível confirmar aqui que é você. Saia da conta, entre de novo e tente outra vez.',
}

export const dataText = {
  title: 'Meus dados',
  purpose:
    'Um arquivo JSON com os dados da conta, os aparelhos, as estatísticas, as respostas dadas neste aparelho e as revisões em andamento.',
  download: 'Baixar meus dados',
  downloaded: 'Arquivo salvo nos seus downloads.',
  file: 'revisa-meus-dados.json',
}

export const deletionText = {
  title: 'Excluir minha conta',
  purpose:
    'Apaga, nesta ordem: as respostas guardadas neste aparelho, as estatísticas no servidor e a sua conta. Não há como desfazer.',
  otherDevices:
    'Antes, saia da conta nos outros aparelhos: um que fique aberto ainda pode enviar respostas até perder o acesso, e as que não enviar ficam guardadas nele.',
  word: 'EXCLUIR',
  confirm: 'Para confirmar, digite EXCLUIR',
  confirmHint: 'Em letras maiúsculas',
  submit: 'Excluir meus dados e minha conta',
  retry: 'Tentar excluir de novo',
  stopped: 'A exclusão não terminou. Veja o que já foi apagado e tente de novo.',
  steps: {
    device: 'Apagar as respostas deste aparelho',
    server: 'Apagar as estatísticas no servidor',
    account: 'Apagar a conta',
  },
  states: {
    done: 'feito',
    emptied: 'feito; ficou um registro vazio',
    running: 'em andamento…',
    failed: 'não deu certo',
    unconfirmed: 'sem confirmação do servidor',
    waiting: 'ainda por fazer',
  },
}

/** Messages for failures that occur only for a signed-in user, by kind. */
export const accountFailureText = {
  'account-gone': 'Esta conta não existe mais.',
  gone: 'Isto já foi removido em outro aparelho.',
  'newer-app': 'Há uma versão mais nova deste aplicativo aberta em outra aba. Recarregue a página e tente de novo.',
  'code-expired': 'Este código venceu. Peça outro.',
  'scope-missing':
    'Você entrou de uma forma que não permite mudar a conta aqui. Mude-a onde ela foi criada ou fale com o responsável pela sua conta.',
  refused: 'O serviço não permite esta mudança nesta conta.',
  'wrong-app-code': 'Código incorreto. Confira o relógio do celular, espere o próximo código e tente de novo.',
  'number-taken': 'Este número já está em outra conta.',
  'registration-expired': 'O tempo para criar a chave acabou. Tente de novo.',
  'passkey-refused': 'O serviço não aceitou esta chave de acesso. Tente com outro aparelho ou navegador.',
  'address-refused': 'Neste endereço, as chaves de acesso da sua conta não funcionam.',
  'not-offered': 'Esta conta não oferece isso.',
  'server-failed': 'O servidor não conseguiu atender. Tente de novo daqui a pouco.',
  'no-reply': 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
}

/** Message for a failure without its own text. */
export const unknownAccountFailure = (code: string): string => `Algo deu errado (${code}). Tente de novo mais tarde.`
