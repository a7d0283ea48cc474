// Scripts run TypeScript as it is: that needs the Node that pnpm installed beside them (an optional dependency).
const REQUIRED_MAJOR = 24

const major = Number(process.versions.node.split('.')[0])
if (major < REQUIRED_MAJOR) {
  console.error(
    `This project runs its scripts on Node ${REQUIRED_MAJOR}, but node is ${process.versions.node}. ` +
      'Its own copy was not installed: there is none for this system, optional dependencies are switched off ' +
      '(--omit=optional), or its bytes were not the pinned ones, as pnpm says above. Remove the cause and delete ' +
      `node_modules, or install Node ${REQUIRED_MAJOR}.`,
  )
  process.exit(1)
}
