import type { z } from 'zod'

// The compiler checks each option type. The schema below each type checks JSON and JavaScript at run time. `Checks`
// makes the compiler reject a type and a schema that differ in their members or in the types of these members.

/** A schema for each member of an option type. Optional members can be `undefined`. */
export type Checks<Type> = { [Member in keyof Required<Type>]: z.ZodType<OrUndefined<Type[Member]>> }
export type OrUndefined<Type> = Type extends (...parameters: never[]) => unknown
  ? unknown // a schema can only check that the value is a function
  : Type extends object
    ? { [Member in keyof Type]: OrUndefined<Type[Member]> | undefined }
    : Type
