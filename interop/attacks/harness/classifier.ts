/** One response, as the attacker receives it. The attacker wants to determine `isKnown`. */
export type Sample = { isKnown: boolean; features: ReadonlySet<string> }

/**
 * `right` is the share of correctly classified names, for which guessing yields 0.5. `chance` is the share that
 * guessing does not exceed in 999 of 1,000 cases.
 */
export type Verdict = { right: number; chance: number }

const STANDARD_DEVIATIONS = 3.09

/** Learns from every second sample and classifies the other samples (naive Bayes). */
export function tellApart(samples: readonly Sample[]): Verdict {
  const training = samples.filter((_sample, index) => index % 2 === 0)
  const test = samples.filter((_sample, index) => index % 2 === 1)
  const isKnown = learnAnswers(training)
  return {
    right: test.filter((sample) => isKnown(sample) === sample.isKnown).length / test.length,
    chance: 0.5 + STANDARD_DEVIATIONS * Math.sqrt(0.25 / test.length),
  }
}

/**
 * Lists features of a response that could help an attacker to distinguish known names from unknown names. For each
 * value, the features include its length, its first character, its relation to the name, and the whole value if it is
 * short.
 */
export function describeAnswer(json: unknown, name: string, path = '$'): string[] {
  if (typeof json === 'object' && json !== null) {
    const entries = Object.entries(json)
    return [
      `${path} has ${entries.map(([key]) => key).join()}`,
      ...entries.flatMap(([key, value]) => describeAnswer(value, name, `${path}.${key}`)),
    ]
  }
  const text = String(json)
  const isUuid = /^[0-9a-f-]{36}$/.test(text)
  return [
    `${path} is ${typeof json} of ${text.length}`,
    `${path} begins with ${text.slice(0, 1)}`,
    `${path} is the name: ${text === name}, ${text.toLowerCase() === name.toLowerCase()}`,
    `${path} begins as the name: ${text.slice(0, 1).toLowerCase() === name.slice(0, 1).toLowerCase()}`,
    `${path} has capitals: ${/[A-Z]/.test(text)}`,
    ...(text.length <= 90 ? [`${path} is ${text}`] : []),
    ...(isUuid ? [`${path} is of version ${text.slice(14, 15)}`, `${path} is of variant ${text.slice(19, 20)}`] : []),
  ]
}

function learnAnswers(training: readonly Sample[]): (sample: Sample) => boolean {
  const counts = { known: new Map<string, number>(), unknown: new Map<string, number>() }
  for (const { isKnown, features } of training) {
    const kind = counts[isKnown ? 'known' : 'unknown']
    for (const feature of features) kind.set(feature, (kind.get(feature) ?? 0) + 1)
  }
  const seen = new Set([...counts.known.keys(), ...counts.unknown.keys()])
  const timesSeen = (feature: string) => (counts.known.get(feature) ?? 0) + (counts.unknown.get(feature) ?? 0)
  const all = [...seen].filter((feature) => timesSeen(feature) > 1) // a feature that occurred only once teaches nothing
  const total = (known: boolean) => training.filter(({ isKnown }) => isKnown === known).length
  const [known, unknown] = [total(true), total(false)]
  return ({ features }) => {
    let evidence = 0
    for (const feature of all) {
      const likely = ((counts.known.get(feature) ?? 0) + 1) / (known + 2)
      const unlikely = ((counts.unknown.get(feature) ?? 0) + 1) / (unknown + 2)
      evidence += features.has(feature) ? Math.log(likely / unlikely) : Math.log((1 - likely) / (1 - unlikely))
    }
    return evidence > 0
  }
}
