import { parentPort } from 'node:worker_threads'
import { type LitPicture, litPicture } from './receiver.server.ts'

parentPort?.on('message', (picture: LitPicture) => {
  litPicture(picture).then(answer, answer)
})

const answer = (result: Buffer | Error) => parentPort?.postMessage(result)
