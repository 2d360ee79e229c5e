import { actAs } from '#app/access/act.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import type { Focus, Subject } from '#app/features/photos/rules.ts'
import {
  attach,
  changePhoto,
  deletePhoto,
  detach,
  moveUse,
  setRole,
} from '#app/features/photos/store/library.server.ts'
import type { useVerbs } from './input.ts'
import { formatSubject } from './rules.ts'

type Done<Step extends (...args: never[]) => Promise<{ ok: boolean }>> = Extract<
  Awaited<ReturnType<Step>>,
  { ok: true }
>

type Desk = { ctx: AppContext; actor: string }

export function savePhoto(
  { ctx, actor }: Desk,
  hash: string,
  { revision, ...next }: { revision: number; alt: string; focus: Focus },
) {
  const data = ({ before: { alt, focusX: x, focusY: y } }: Done<typeof changePhoto>) => ({
    before: describe({ alt, focus: { x, y } }),
    after: describe(next),
  })
  return actAs(ctx, actor, { verb: 'photo-change', subject: hash, data }, (work) =>
    changePhoto(work, hash, revision, next),
  )
}

function describe({ alt, focus }: { alt: string; focus: Focus }): string {
  return `${focus.x} across, ${focus.y} down: ${alt}`
}

export function changeUse(
  { ctx, actor }: Desk,
  { verb, subject, photo }: { verb: (typeof useVerbs)[number]; subject: Subject; photo: string },
) {
  const data = (done: object) => ({
    of: formatSubject(subject),
    ...('before' in done && { before: String(done.before) }),
  })
  return actAs(ctx, actor, { verb: `photo-${verb}`, subject: photo, data }, async (work) => {
    if (verb === 'attach') {
      await attach(work, subject, photo)
      return { ok: true } as const
    }
    if (verb === 'detach') return detach(work, subject, photo)
    if (verb === 'earlier' || verb === 'later') return moveUse(work, subject, photo, verb)
    return setRole(work, subject, photo, verb)
  })
}

export function removePhoto({ ctx, actor }: Desk, hash: string) {
  const data = ({ photo, uses }: Done<typeof deletePhoto>) => ({
    alt: photo.alt,
    uses: uses.map((use) => `${formatSubject(use)} ${use.role}`).join(', '),
  })
  return actAs(ctx, actor, { verb: 'photo-delete', subject: hash, data }, (work) => deletePhoto(work, hash))
}
