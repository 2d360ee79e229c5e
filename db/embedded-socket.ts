// The socket file of the embedded PostgreSQL. Handing it a query costs both sides less there than over loopback.
import { createServer } from 'node:net'
import { join } from 'node:path'

/** PostgreSQL's name of the socket that belongs to a port; its lock file is named after it. */
const socketName = (port: number) => `.s.PGSQL.${port}`

/** It cannot where the path gets too long, and on drives that hold no sockets, such as folders that some containers share with their host. */
export function holdsSockets(folder: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(join(folder, socketName(port)), () => probe.close(() => resolve(true)))
  })
}
