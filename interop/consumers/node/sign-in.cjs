const { journey } = require('./journey.cjs')
const { repeat } = require('./repeat.cjs')

void repeat(journey, 'CommonJS')
