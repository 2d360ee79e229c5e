// A connection to another server that can be cut, to see the shop when that server is killed or unplugged.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A relay on its own port. `cut` breaks every connection and refuses new ones until `mend`. */
export type Relay = {
  port: number
  cut: () => void
  mend: (target?: number) => Promise<void>
  close: () => void
}

/** Opens a relay to a port of this machine. */
export async function openRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let to = target
  let server: Server | undefined = await listen(0)
  const { port } = server.address() as AddressInfo

  function listen(onPort: number): Promise<Server> {
    return new Promise((resolve, reject) => {
      const opened = createServer((client) => {
        const upstream = connect(to, '127.0.0.1')
        for (const [one, other] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          sockets.add(one)
          one.on('error', () => {})
          one.once('close', () => {
            sockets.delete(one)
            other.destroy()
          })
        }
        client.pipe(upstream).pipe(client)
      })
      opened.once('error', reject)
      opened.listen(onPort, '127.0.0.1', () => resolve(opened))
    })
  }

  function cut() {
    server?.close()
    server = undefined
    for (const socket of sockets) socket.resetAndDestroy()
  }

  return {
    port,
    cut,
    async mend(target = to) {
      to = target
      server ??= await listen(port)
    },
    close: cut,
  }
}
