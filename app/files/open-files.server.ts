import { join } from 'node:path'
import { type Bucket, createBucketStore } from './bucket.server.ts'
import { encryptedStore } from './encrypted.server.ts'
import type { Files, FileStore } from './file-store.ts'
import { createFolderStore } from './folder.server.ts'

/** A bucket as the setting names it, with the address at which browsers reach its public half, if they may. */
export type FileSettings = Bucket & { publicUrl: string | null }

/** Opens the shop's files: in a bucket where one is set, otherwise in the data folder. */
export function openFiles(place: { dataDir: string; bucket: FileSettings | null }, secret: string): Files {
  const store = (half: string): FileStore =>
    place.bucket
      ? createBucketStore(place.bucket, half)
      : createFolderStore(join(place.dataDir, 'files', half))
  return {
    public: store('public'),
    private: encryptedStore(store('private'), secret),
    publicUrl: place.bucket?.publicUrl ?? null,
  }
}

/**
 * Parses `s3://key:secret@host/bucket?region=us-east-1&public=https://photos.example` (`s3+http` without encryption, for a
 * service on this machine). `undefined` when it does not say all that is needed.
 */
export function parseFileSettings(setting: string): FileSettings | undefined {
  const match = /^s3(\+http)?:/.exec(setting)
  const url = match && URL.parse(setting.replace(match[0], match[1] ? 'http:' : 'https:'))
  if (!url || !url.username || !url.password || !/^\/[\w.-]+$/.test(url.pathname)) return undefined
  const given = url.searchParams.get('public')
  const publicUrl = given === null ? null : URL.parse(given)
  if (given !== null && (!publicUrl || !/^https?:$/.test(publicUrl.protocol) || publicUrl.search))
    return undefined
  return {
    url: url.origin + url.pathname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    publicUrl: publicUrl && publicUrl.href.replace(/\/$/, ''),
  }
}
