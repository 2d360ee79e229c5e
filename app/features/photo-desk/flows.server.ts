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

type AuditData = Record<string, string | number | boolean | null>

/** Who acts, and on what. */
type Desk = { ctx: AppContext; actor: string }

/** Changes the words and the focal point of a photograph, and records both as they were. */
export function savePhoto(
  { ctx, actor }: Desk,
  hash: string,
  { revision, ...next }: { revision: number; alt: string; focus: Focus },
) {
  const act = { verb: 'photo-change', subject: hash, data: { after: describe(next) } as AuditData }
  return actAs(ctx, actor, act, async (work) => {
    const changed = await changePhoto(work, hash, revision, next)
    if (changed.ok) {
      const { alt, focusX: x, focusY: y } = changed.before
      act.data['before'] = describe({ alt, focus: { x, y } })
    }
    return changed
  })
}

function describe({ alt, focus }: { alt: string; focus: Focus }): string {
  return `${focus.x} across, ${focus.y} down: ${alt}`
}

/** Changes what a subject shows: which photographs, in which order and role. */
export function changeUse(
  { ctx, actor }: Desk,
  { verb, subject, photo }: { verb: (typeof useVerbs)[number]; subject: Subject; photo: string },
) {
  const act = {
    verb: `photo-${verb}`,
    subject: photo,
    data: { of: formatSubject(subject) } as AuditData,
  }
  return actAs(ctx, actor, act, async (work) => {
    if (verb === 'attach') {
      await attach(work, subject, photo)
      return { ok: true } as const
    }
    if (verb === 'detach') return detach(work, subject, photo)
    if (verb === 'earlier' || verb === 'later') return moveUse(work, subject, photo, verb)
    const changed = await setRole(work, subject, photo, verb)
    if (changed.ok) act.data['before'] = changed.before
    return changed
  })
}

/** Deletes a photograph everywhere, and records where it was. */
export function removePhoto({ ctx, actor }: Desk, hash: string) {
  const act = { verb: 'photo-delete', subject: hash, data: {} as AuditData }
  return actAs(ctx, actor, act, async (work) => {
    const deleted = await deletePhoto(work, hash)
    if (deleted.ok)
      act.data = {
        alt: deleted.photo.alt,
        uses: deleted.uses.map((use) => `${formatSubject(use)} ${use.role}`).join(', '),
      }
    return deleted
  })
}
