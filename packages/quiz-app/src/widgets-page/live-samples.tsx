import { useState } from 'react'

import { Button } from '../widgets/button.tsx'
import { CheckBox } from '../widgets/check-box.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { InputTag } from '../widgets/input-tag.tsx'
import { MultiSelect } from '../widgets/multi-select.tsx'
import { PhoneInput } from '../widgets/phone/phone-input.tsx'
import { toE164 } from '../widgets/phone/phone-number.ts'
import type { PhoneNumber } from '../widgets/phone/phone-number.ts'
import { Segmented } from '../widgets/segmented.tsx'

const SAMPLE_THEMES = [
  'Biologia',
  'Filosofia',
  'Física',
  'Geografia',
  'História do Brasil',
  'História Geral',
  'Inglês',
  'Literatura',
  'Matemática',
  'Português',
  'Química',
  'Sociologia',
] as const

const THOUSANDS = Array.from({ length: 5000 }, (_, index) => `Matéria ${index + 1}`)

const removeLabel = (text: string) => `Remover ${text}`

export function DialogSample() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Abrir diálogo</Button>
      <Dialog title="Atalhos" open={isOpen} closeLabel="Fechar" onClose={() => setOpen(false)}>
        <p>1–9 ou A–I respondem; ← e → navegam.</p>
      </Dialog>
    </>
  )
}

export function MultiSelectSamples() {
  const [none, setNone] = useState<readonly string[] | null>(null)
  const [few, setFew] = useState<readonly string[]>(SAMPLE_THEMES.slice(2, 8))
  const [many, setMany] = useState<readonly string[]>([])
  const texts = { placeholder: 'Selecione...', clearLabel: 'Limpar', removeLabel }
  return (
    <>
      <MultiSelect {...texts} label="Nada escolhido" options={SAMPLE_THEMES} value={none} onChange={setNone} />
      <MultiSelect {...texts} label="Algumas matérias" options={SAMPLE_THEMES} value={few} onChange={setFew} />
      <MultiSelect {...texts} label="Cinco mil matérias" options={THOUSANDS} value={many} onChange={setMany} />
    </>
  )
}

export function ChoiceSamples() {
  const [isOn, setOn] = useState(true)
  const [length, setLength] = useState<number | null>(null)
  const lengths = [null, 10, 20, 30].map((value) => ({ value, text: value === null ? 'Todas' : `${value}` }))
  return (
    <>
      <CheckBox label="Só as que errei" note="12 questões" checked={isOn} onChange={setOn} />
      <CheckBox label="Só as que errei" note="nenhuma" checked={false} disabled onChange={setOn} />
      <Segmented label="Questões por revisão" options={lengths} value={length} onChange={setLength} />
    </>
  )
}

export function InputTagSamples() {
  return (
    <>
      <InputTagSample size="s" status="default" />
      <InputTagSample size="m" status="positive" />
      <InputTagSample size="l" status="warning" />
      <InputTagSample size="m" status="negative" />
    </>
  )
}

type InputTagSampleProps = { size: 's' | 'm' | 'l'; status: 'default' | 'positive' | 'warning' | 'negative' }

function InputTagSample({ size, status }: InputTagSampleProps) {
  const [tags, setTags] = useState(['revisar', 'prova de sexta'])
  return (
    <InputTag
      label={`Etiquetas (${size}, ${status})`}
      value={tags}
      onChange={setTags}
      removeLabel={removeLabel}
      placeholder="Separe com vírgula"
      size={size}
      status={status}
    />
  )
}

export function PhoneInputSamples() {
  const [phone, setPhone] = useState<PhoneNumber>({ country: 'BR', digits: '11987654321' })
  return (
    <div>
      <PhoneInput
        label="Telefone"
        countryLabel="País"
        otherCountryLabel="Outro país"
        locale="pt-BR"
        value={phone}
        onChange={setPhone}
      />
      <output>{toE164(phone)}</output>
    </div>
  )
}
