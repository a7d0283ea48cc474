// Scripts run TypeScript as it is: that needs the Node that pnpm installed beside them (optional dependency `node`).
const REQUIRED_MAJOR = 24

const major = Number(process.versions.node.split('.')[0])
if (major < REQUIRED_MAJOR) {
  console.error(
    `This project runs its scripts on Node ${REQUIRED_MAJOR}, but node is ${process.versions.node}. ` +
      'Its own copy was not installed: delete node_modules and run the command again with optional dependencies ' +
      `enabled (no --omit=optional), or install Node ${REQUIRED_MAJOR}.`,
  )
  process.exit(1)
}
