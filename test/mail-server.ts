import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'

export type Answers = {
  recipients?: string
  sender?: string
  mail?: string
  encryption?: 'own certificate' | 'refused' | 'hangs up'
}

/** An SMTP server for a test: what it received, and where it listens. */
export async function mailServer(answers: Answers = {}, atPort = 0) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.write('220 test\r\n')
    serve(socket)
  })
  function serve(socket: Socket) {
    let inData = false
    let held = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      held += String(chunk)
      const lines = held.split('\r\n')
      held = lines.pop() ?? ''
      for (const line of lines) {
        received.push(line)
        if (inData && line !== '.') continue
        const isMail = inData
        if (inData) inData = false
        else if (line === 'DATA') inData = true
        const offer = answers.encryption && !(socket instanceof TLSSocket) ? '250-STARTTLS\r\n' : ''
        if (line.startsWith('EHLO')) socket.write(`250-test\r\n${offer}250 SIZE 1000000\r\n`)
        else if (line === 'STARTTLS' && answers.encryption === 'own certificate') {
          socket.removeAllListeners('data')
          socket.write('220 go on\r\n')
          serve(new TLSSocket(socket, { isServer: true, ...ownCertificate }))
        } else if (line === 'STARTTLS' && answers.encryption === 'hangs up') socket.destroy()
        else if (line === 'STARTTLS') socket.write('502 not here\r\n')
        else if (line.startsWith('RCPT')) socket.write(`${answers.recipients ?? '250 ok'}\r\n`)
        else if (line.startsWith('MAIL')) socket.write(`${answers.sender ?? '250 ok'}\r\n`)
        else if (isMail && answers.mail?.startsWith('250-')) dribble(socket, answers.mail)
        else if (isMail && answers.mail === 'hangs up') socket.destroy()
        else if (isMail && answers.mail === 'nothing') continue
        else if (isMail) socket.write(`${answers.mail ?? '250 ok'}\r\n`)
        else if (line === 'DATA') socket.write('354 go on\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(atPort, '0.0.0.0', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const close = () => new Promise((resolve) => server.close(resolve))
  return { port: address.port, received, close }
}

function dribble(socket: Socket, line: string) {
  const timer = setInterval(() => socket.write(`${line}\r\n`), 10)
  socket.once('close', () => clearInterval(timer))
}

const ownCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNdMHY5EWTfGx1yF4
worBk0yLwXtKovXRX7lhkE/0ewChRANCAAQwt2PaHMRG4Uh61dPvsxwbp3VV6cxH
GqiPPdNXxftJduGi4KRdHS4C8cupaGmj7Ru6vEjCd9ECv9HEhCRZ1XYG
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUF5EWs5DYQgbLovC6rlsmvYFKIfQwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyNzAzMzgzNVoYDzIxMjYx
MTAzMDMzODM1WjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQwt2PaHMRG4Uh61dPvsxwbp3VV6cxHGqiPPdNXxftJduGi
4KRdHS4C8cupaGmj7Ru6vEjCd9ECv9HEhCRZ1XYGo1MwUTAdBgNVHQ4EFgQUdNQ6
fCh7VDeOWmXIf5I8EIHgu+AwHwYDVR0jBBgwFoAUdNQ6fCh7VDeOWmXIf5I8EIHg
u+AwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBi5uIRTmRcczZV
dxGXFBCWLXd792UgYFIWj4QOwsAsYgIhAKWDjCP4j7sHnznee1I5z1p2tes6Cvpr
qDMpJFpSgYun
-----END CERTIFICATE-----
`,
}
