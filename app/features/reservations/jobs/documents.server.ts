import { z } from 'zod'
import { mailBuyer, mailedOrder, mintLink } from '#app/features/orders/jobs/order-mail.server.ts'
import { removeStrayDocuments } from '#app/files/stored-document.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { documentRefusedMail } from '../emails/life.ts'
import {
  documentFolder,
  documentKey,
  findDocument,
  forgetDocuments,
  listKnownDocuments,
} from '../store/documents.server.ts'
import { documentsPath } from '../words/documents.ts'

/** Staff could not accept a document. */
const mailRefused = defineMailJob({
  name: 'mail-document-refused',
  payload: z.object({ orderId: z.string(), documentId: z.string() }),
  run: (shop, { orderId, documentId }) =>
    mailBuyer(shop, orderId, `document-refused:${documentId}`, async (order) => {
      const document = await findDocument(shop.db, orderId, documentId)
      if (!document?.reason) return undefined
      const { kind, reason } = document
      const link = `${await mintLink(shop, orderId)}&to=${documentsPath(orderId)}`
      return documentRefusedMail(mailedOrder(order), { kind, reason }, link)
    }),
})

/** Removes the files of documents that were deleted. Safe to repeat. */
const deleteFiles = defineJob({
  name: 'delete-document-files',
  payload: z.object({ ids: z.array(z.uuid()) }),
  retries: 5,
  async run({ db, files }, { ids }) {
    const known = await listKnownDocuments(db, ids)
    for (const id of ids) if (!known.has(id)) await files.private.remove(documentKey(id))
  },
})

/** Deletes every night what is not needed any more, and what a crash left of an upload. */
const retainDocuments = defineJob({
  name: 'document-retention',
  payload: z.object({}),
  every: '50 4 * * *',
  concurrency: 1,
  limitSeconds: 600,
  async run(shop) {
    await applyRetention(shop, 'documents', forgetDocuments)
    const { db, files, now } = shop
    await removeStrayDocuments(files.private, documentFolder, (ids) => listKnownDocuments(db, ids), now())
  },
})

/** The jobs about documents of orders. */
export const documentJobs = [mailRefused, deleteFiles, retainDocuments] as Job[]
