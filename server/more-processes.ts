// More web processes on the port of the first one: JavaScript runs on one core, and most machines have more.
import { type ChildProcess, fork } from 'node:child_process'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** A process takes connections as soon as it has the socket, so it gets the socket only once it reported `opened`. */
export type Order = { open: { databaseUrl: string } } | 'answer' | 'close'

export const opened = 'opened'

type Options = {
  server: Server
  databaseUrl: string
  log: Pick<Logger, 'error'>
  program?: string
  /** In milliseconds, so that one that crashes at startup does not use up the machine. */
  restartAfterMs?: number
}

const webProcess = join(import.meta.dirname, 'web-process.ts')

export function startMoreProcesses(
  count: number,
  { server, databaseUrl, log, program = webProcess, restartAfterMs = 1_000 }: Options,
): { close: () => Promise<void> } {
  const running = new Set<ChildProcess>()
  let isClosing = false

  function start() {
    const child = fork(program, { execArgv: process.execArgv })
    running.add(child)
    child.send({ open: { databaseUrl } } satisfies Order)
    child.once('message', () => isClosing || child.send('answer' satisfies Order, server))
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (isClosing) return
      log.error({ code, signal }, 'A web process ended, another takes its place')
      void sleep(restartAfterMs).then(() => isClosing || start())
    })
  }

  for (let n = 0; n < count; n++) start()
  return {
    async close() {
      isClosing = true
      await Promise.all(
        Array.from(running, async (child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve))
          if (child.connected) child.send('close' satisfies Order)
          await ended
        }),
      )
    },
  }
}
