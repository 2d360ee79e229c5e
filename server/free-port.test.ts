import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireFreePort } from './free-port.ts'

test('a port that another program has is named, and a free one is free afterwards', async () => {
  const HOST = '127.0.0.1'
  const other = createServer().listen(0, HOST)
  await once(other, 'listening')
  const { port: PORT } = other.address() as AddressInfo
  await expect(requireFreePort({ HOST, PORT })).rejects.toThrow(`Another program listens on port ${PORT}`)
  other.close()
  await once(other, 'close')
  await requireFreePort({ HOST, PORT })
  await requireFreePort({ HOST, PORT })
})
