// Portuguese messages for new passwords that a user pool rejects.

const PREFIX = 'A nova senha não atende às regras'

/** Patterns of the service's messages about a broken rule, each with the Portuguese message for that rule. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/not long enough|length greater/i, `${PREFIX}: é curta demais. Use mais caracteres.`],
  [/uppercase/i, `${PREFIX}: falta uma letra maiúscula.`],
  [/lowercase/i, `${PREFIX}: falta uma letra minúscula.`],
  [/numeric|number/i, `${PREFIX}: falta um número.`],
  [/symbol|special/i, `${PREFIX}: falta um símbolo, como ! ou #.`],
  [/length less/i, `${PREFIX}: é longa demais.`],
  [/security reasons/i, 'Essa senha já apareceu em vazamentos e não é segura. Escolha outra.'],
]

/** Describes the rule that a rejected password breaks. @param message the service's message */
export function weakPasswordText(message: string): string {
  return RULES.find(([pattern]) => pattern.test(message))?.[1] ?? `${PREFIX} da sua conta. Escolha outra.`
}
