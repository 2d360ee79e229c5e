import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { busyHeaders, receiveDocumentForm } from './received-document.server.ts'
import type { Route } from './+types/document-file'

/** Takes a document from the script of its form, and answers it in JSON. */
export async function action(args: Route.ActionArgs) {
  const sent = await receiveDocumentForm(args)
  const status = sent.ok ? 200 : sent.status
  return Response.json(sent, { status, headers: { ...privatePageHeaders, ...busyHeaders(status) } })
}
