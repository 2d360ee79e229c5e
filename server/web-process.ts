import type { Server } from 'node:net'
import { parseEnv } from './env.ts'
import { openLog } from './log.ts'
import { opened, type Order } from './more-processes.ts'
import { serve, type WebProcess } from './serve.ts'

const settings = parseEnv(process.env)
const log = openLog(settings.LOG_LEVEL)
let web: Promise<WebProcess> | undefined
let answerOn: ((socket: Server) => void) | undefined
let isAnswering = false

process.on('message', (order: Order, socket: Server) => {
  if (order === 'close') void close()
  else if (order === 'answer') {
    // Immediately: connections arrive from now on.
    answerOn?.(socket)
    isAnswering = true
  } else
    web = serve({ settings, log, worker: false, ...order.open }, (server, listening) => {
      answerOn = (handed) => server.listen(handed, listening)
      process.send?.(opened)
    })
})
// Without the first process there is no database, and nothing would end this process.
process.on('disconnect', () => process.exit(1))
// A terminal sends its signals to every process. The first one knows the order of shutdown.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

async function close() {
  if (isAnswering) await (await web)?.close()
  process.exit(0)
}
