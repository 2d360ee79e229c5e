// A mail server that accepts and records everything.
import { type AddressInfo, createServer } from 'node:net'

/** A received email: Message-ID, recipient and subject. */
export type Caught = { id: string; to: string; subject: string }

/** Starts a mail server on a free port. */
export async function openMailSink(): Promise<{ port: number; caught: Caught[]; close: () => void }> {
  const caught: Caught[] = []
  const server = createServer((socket) => {
    let [isData, buffered, to, mail] = [false, '', '', '']
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 sink')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (buffered + String(chunk)).split('\r\n')
      buffered = lines.pop() ?? ''
      for (const line of lines) {
        if (isData && line !== '.') mail += `${line}\n`
        else if (isData) {
          caught.push({ id: headerOf(mail, 'Message-ID'), to, subject: headerOf(mail, 'Subject') })
          ;[isData, mail] = [false, '']
          say('250 taken')
        } else if (line.startsWith('EHLO')) say('250-sink\r\n250 SIZE 10000000')
        else if (line === 'STARTTLS') say('502 not here')
        else if (line.startsWith('RCPT')) {
          to = /<([^>]*)>/.exec(line)?.[1] ?? ''
          say('250 ok')
        } else if (line === 'DATA') {
          isData = true
          say('354 go on')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, caught, close: () => server.close() }
}

function headerOf(mail: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(mail)?.[1]?.trim() ?? ''
}
