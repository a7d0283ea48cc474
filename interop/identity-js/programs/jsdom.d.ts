// Declares the parts of jsdom that the programs use, because its own declarations are too new for TypeScript 5.0.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string })
    readonly window: Window
  }
}
