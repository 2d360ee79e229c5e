// A web process beside the first one, which started it: it answers on the first one's socket and does no jobs.
import type { Server } from 'node:net'
import { parseEnv } from './env.ts'
import { openLog } from './log.ts'
import type { Order } from './more-processes.ts'
import { serve, type WebProcess } from './serve.ts'

const settings = parseEnv(process.env)
const log = openLog(settings.LOG_LEVEL)
let web: Promise<WebProcess> | undefined

process.on('message', (order: Order, socket: Server) => {
  if (order === 'close') void close()
  else
    web = serve({ settings, log, worker: false, ...order.serve }, (server, on) => server.listen(socket, on))
})
// Without the first process there is no database and nobody who would end this one.
process.on('disconnect', () => process.exit(1))
// A terminal sends its signals to every process. The first one knows the order in which to end.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

async function close() {
  await (await web)?.close()
  process.exit(0)
}
