import type { ReactNode } from 'react'

import layout from '../styles/layout.module.css'
import { AlternativeButton } from '../widgets/alternative-button.tsx'
import { AppHeader } from '../widgets/app-header.tsx'
import { ArcChart } from '../widgets/arc-chart.tsx'
import { Button, IconButton } from '../widgets/button.tsx'
import { Chip } from '../widgets/chip.tsx'
import { Icon } from '../widgets/icon.tsx'
import { Loading } from '../widgets/loading.tsx'
import { Notification } from '../widgets/notification.tsx'
import { Progress } from '../widgets/progress.tsx'
import { SyncIndicator } from '../widgets/sync-indicator.tsx'
import { TextField } from '../widgets/text-field.tsx'
import { ThemeSwitch } from '../widgets/theme-switch.tsx'
import { ChoiceSamples, DialogSample, InputTagSamples, MultiSelectSamples, PhoneInputSamples } from './live-samples.tsx'

const IGNORE = () => {}

// Sample content for trying out the widgets. Only developers see this page, not students.

const SAMPLE_QUESTION =
  'Uma estudante deixa cair, da mesma altura e no mesmo instante, uma esfera de aço e uma de madeira de igual tamanho. Desprezada a resistência do ar, o que se observa?'

const SAMPLE_ALTERNATIVES = [
  { text: 'As duas chegam ao solo no mesmo instante.', state: 'correct-chosen', stateText: 'Sua resposta, correta' },
  { text: 'A de aço chega primeiro, porque pesa mais.', state: 'wrong-chosen', stateText: 'Sua resposta, incorreta' },
  { text: 'As duas chegam ao solo no mesmo instante.', state: 'correct', stateText: 'Correta' },
  {
    text: 'A de madeira chega primeiro, porque a sua densidade menor diminui a inércia e, com ela, o tempo necessário para que a velocidade aumente até o valor final.',
    state: 'wrong',
    stateText: 'Incorreta',
  },
] as const

const SAMPLE_CHARTS = [
  { name: 'Matemática', percent: 67, correct: 20, tries: 30 },
  { name: 'História do Brasil', percent: 100, correct: 4, tries: 4 },
  { name: 'Química', percent: 0, correct: 0, tries: 7 },
  { name: 'Direito Processual Civil e Juizados Especiais', percent: 3, correct: 41, tries: 1284 },
] as const

/** Page with samples of the widgets and their states, for development. */
export function ComponentsPage() {
  return (
    <>
      <HeaderSample />
      <main className={layout.column}>
        <div className={layout.stack}>
          <h1>Widgets</h1>
          <ButtonSamples />
          <FieldSamples />
          <MessageSamples />
          <QuizSamples />
          <ChartSamples />
        </div>
      </main>
    </>
  )
}

function HeaderSample() {
  return (
    <AppHeader product="Revisa">
      <SyncIndicator
        state="positive"
        text="Sincronizado"
        lastSync={{ time: 'às 14:32', tooltip: 'Última sincronização às 14:32' }}
      />
      <SyncIndicator state="warning" text="3 respostas por enviar" />
      <SyncIndicator state="warning" text="1 resposta por enviar" note="(guardando…)" />
      <IconButton icon="help" label="Atalhos" />
      <ThemeSwitch labels={{ name: 'Tema', system: 'do sistema', light: 'claro', dark: 'escuro' }} />
      <Button>
        <Icon name="home" />
        Home
      </Button>
      <Button>
        <Icon name="exit" />
        Logout
      </Button>
    </AppHeader>
  )
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={layout.card}>
      <div className={layout.stack}>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  )
}

function ButtonSamples() {
  return (
    <Sample title="Button, Dialog">
      <div className={layout.buttonRow}>
        <Button appearance="outlined">Aleatória</Button>
        <Button appearance="outlined">Menos respondida</Button>
        <Button appearance="outlined">Menor acerto</Button>
        <Button appearance="emphasised">Estatística</Button>
        <Button appearance="destructive">Excluir</Button>
      </div>
      <div className={layout.ends}>
        <Button appearance="outlined" disabled>
          <Icon name="arrow-left" />
          Anterior
        </Button>
        <DialogSample />
        <Button appearance="outlined">
          Próxima
          <Icon name="arrow-right" />
        </Button>
      </div>
      <Button appearance="emphasised" fullWidth>
        Logar
      </Button>
    </Sample>
  )
}

function FieldSamples() {
  return (
    <Sample title="TextField, MultiSelect, CheckBox, Segmented, InputTag, PhoneInput">
      <TextField label="Nome" placeholder="Ana Souza" />
      <TextField label="Senha" type="password" hint="Mínimo de 8 caracteres" defaultValue="curta" invalid />
      <MultiSelectSamples />
      <ChoiceSamples />
      <InputTagSamples />
      <PhoneInputSamples />
    </Sample>
  )
}

function MessageSamples() {
  return (
    <Sample title="Notification, Loading">
      <Notification appearance="negative">E-mail ou senha incorretos.</Notification>
      <Notification appearance="warning">Você saiu porque o envio falhou. Suas respostas estão guardadas.</Notification>
      <Notification appearance="positive">Senha alterada.</Notification>
      <Notification appearance="neutral">Enviamos um código para o seu celular.</Notification>
      <Loading text="Carregando questões..." />
    </Sample>
  )
}

function QuizSamples() {
  return (
    <Sample title="Progress, Chip, AlternativeButton">
      <Progress value={2} max={40} label="Progresso" text="Questão 3 de 40" />
      <div className={layout.tightStack}>
        <div>
          <Chip>fis-014 - Física</Chip>
        </div>
        <p className={layout.reading}>{SAMPLE_QUESTION}</p>
        <AlternativeButton
          letter="A"
          text="As duas chegam ao solo no mesmo instante."
          state="neutral"
          disabled={false}
          onChoose={IGNORE}
        />
        {SAMPLE_ALTERNATIVES.map(({ text, state, stateText }, index) => (
          <AlternativeButton
            key={state}
            letter={'BCDE'.charAt(index)}
            text={text}
            state={state}
            stateText={stateText}
            disabled
            onChoose={IGNORE}
          />
        ))}
      </div>
    </Sample>
  )
}

function ChartSamples() {
  return (
    <Sample title="ArcChart">
      <div className={layout.statsGrid}>
        {SAMPLE_CHARTS.map(({ name, percent, correct, tries }) => (
          <ArcChart
            key={name}
            percent={percent}
            name={name}
            minLabel={`${correct} acertos`}
            joint="em"
            maxLabel={`${tries}`}
            label={`${name}: ${percent}%, ${correct} acertos em ${tries} tentativas`}
            onSelect={IGNORE}
          />
        ))}
      </div>
    </Sample>
  )
}
