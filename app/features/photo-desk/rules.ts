import {
  type PhotoRole,
  type ShownPhoto,
  type Subject,
  type SubjectKind,
  subjectKinds,
} from '#app/features/photos/rules.ts'

export const photosPath = '/staff/photos'
export const uploadPaths = { script: `${photosPath}/files`, plain: `${photosPath}/new` } as const

export type NamedSubject = Subject & { name: string; path: string }

export type SubjectPhoto = { photo: ShownPhoto; role: PhotoRole }

/** A subject as the value of a form's field: `accessory:pmag`. */
export function formatSubject({ kind, key }: Subject): string {
  return `${kind}:${key}`
}

export function parseSubject(value: string | null | undefined): Subject | undefined {
  const [, kind = '', key = ''] = /^([a-z]+):([\w .,'&-]{1,120})$/.exec(value ?? '') ?? []
  return (subjectKinds as readonly string[]).includes(kind) ? { kind: kind as SubjectKind, key } : undefined
}

export function groupSubjects(subjects: readonly NamedSubject[]): [SubjectKind, NamedSubject[]][] {
  return subjectKinds.flatMap((kind): [SubjectKind, NamedSubject[]][] => {
    const ofKind = subjects.filter((subject) => subject.kind === kind)
    return ofKind.length > 0 ? [[kind, ofKind]] : []
  })
}

export type UploadState =
  | { state: 'working'; done: number; total: number }
  | { state: 'done'; photo: string }
  | { state: 'failed' }

export function stateOf(upload: {
  hash: string
  done: number
  total: number
  finishedAt: Date | null
  fault: string | null
}): UploadState {
  const { hash, done, total, finishedAt, fault } = upload
  if (fault !== null) return { state: 'failed' }
  return finishedAt ? { state: 'done', photo: hash } : { state: 'working', done, total }
}
