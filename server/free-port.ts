import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from './env.ts'

/** Early, because the database of a first start takes long to be made. @throws Error with a sentence for the operator. */
export async function requireFreePort({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): Promise<void> {
  const probe = createServer().listen(PORT, HOST)
  try {
    await once(probe, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Another program listens on port ${PORT} of ${HOST}. End it, or set PORT to another number.`,
      { cause: error },
    )
  }
  probe.close()
  await once(probe, 'close')
}
