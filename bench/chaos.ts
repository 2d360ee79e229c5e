// npm run bench -- chaos: a hundred kills of every part of the shop during rushes, and ten half-minute outages of the
// database. Nothing may be lost, sold twice, charged twice or stuck.
import { killDuringRushes } from './lib/chaos-kills.ts'
import { takeDatabaseAway } from './lib/chaos-database.ts'

const [kills = 100, outages = 10] = process.argv.slice(2).map(Number)

const isSound = (await killDuringRushes(kills)) && (await takeDatabaseAway(outages))
process.exitCode = isSound ? 0 : 1
