import type { z } from 'zod'

// Each type is what a person reads and is held to by the compiler; the check below it is the same for JSON and for
// JavaScript. `Checks` makes the two have the same members of the same types: neither can be changed alone.

/** A check for each member of an option type. Optional members may be given as `undefined`. */
export type Checks<Type> = { [Member in keyof Required<Type>]: z.ZodType<OrUndefined<Type[Member]>> }
export type OrUndefined<Type> = Type extends (...parameters: never[]) => unknown
  ? unknown // of a function nothing more can be checked than that it is one
  : Type extends object
    ? { [Member in keyof Type]: OrUndefined<Type[Member]> | undefined }
    : Type
