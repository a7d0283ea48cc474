import type { Options } from 'tsup'

const config: Options = {
  entry: {
    index: 'src/index.ts',
    'srp/index': 'src/srp/index.ts',
    // What `#srp` and `#modpow` of package.json point to: on Node loaded late and with node:crypto, in bundles neither.
    maths: 'src/srp/maths.ts',
    'maths.node': 'src/srp/maths.node.ts',
    modpow: 'src/srp/modpow/modpow.ts',
    'modpow.node': 'src/srp/modpow/modpow.node.ts',
    // A file of its own, so that a page that never signs in does not get big-integer through it.
    encoding: 'src/srp/encoding.ts',
  },
  external: ['#srp', '#modpow'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  tsconfig: 'tsconfig.build.json',
  dts: true,
  clean: true,
  splitting: true,
  treeshake: true,
  removeNodeProtocol: false,
}

export default config
