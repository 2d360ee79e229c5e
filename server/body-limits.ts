import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Larger than any form of the shop; uploads have their own limit on their own route. */
const maxBodyBytes = 256 * 1024
/** Dealers upload a copy of their license, of at most 5 MB, with their answer. */
const maxUploadBytes = 5.5 * 1024 * 1024
/** Buyers' documents, of at most 10 MB, staff's license copies of dealers, and photographs, of at most 25 MB. More is received, so that words can answer it. */
const maxDocumentBytes = 32 * 1024 * 1024
/** Staff import catalogs as CSV, of at most 12 million characters. More is received, so that words can answer it. */
const maxImportBytes = 48 * 1024 * 1024

export function isUpload(path: string): boolean {
  return path.startsWith('/dealers/answer/') || isDocument(path) || isImport(path)
}

function isDocument(path: string): boolean {
  return /^\/(?:orders\/\w+\/documents(?:\/file)?|staff\/dealers\/[\w-]+|staff\/photos\/new)(?:\?|$)/.test(
    path,
  )
}

function isImport(path: string): boolean {
  return /^\/staff\/catalog\/[\w-]+\/import(?:\?|$)/.test(path)
}

export function limitBodies(): MiddlewareHandler {
  const atMost = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (c) => c.text('This is too large.', 413) })
  const [ofForms, ofUploads] = [atMost(maxBodyBytes), atMost(maxUploadBytes)]
  const ofDocuments = atMost(maxDocumentBytes)
  const ofImports = atMost(maxImportBytes)
  return (c, next) => {
    const { method, path } = c.req
    // Even to look for a body takes time.
    if (method === 'GET' || method === 'HEAD') return next()
    if (isImport(path)) return ofImports(c, next)
    if (isDocument(path)) return ofDocuments(c, next)
    return isUpload(path) ? ofUploads(c, next) : ofForms(c, next)
  }
}
