import { sql } from 'drizzle-orm'
import type { Db } from './db/db.server.ts'
import type { NamedThing, NameThings } from './features/audit/access.server.ts'
import { courses, courseSessions, instructors } from './features/courses/tables.ts'
import { photos } from './features/photos/tables.ts'
import { staffInvitations, staffMembers } from './features/staff/tables.ts'
import { subscribers, writtenAnnouncements } from './features/subscriptions/tables.ts'
import { formatStamp } from './kit/dates.ts'

type Row = { id: string; kind: string; name: string; at: string | null }
type Clock = { db: Db; now: () => Date; timeZone: string }

const pathOf: Record<string, (id: string, name: string) => string> = {
  member: () => '/staff/people',
  invitation: () => '/staff/people',
  class: (id) => `/staff/classes/${id}`,
  instructor: (id) => `/staff/catalog/instructors/${id}`,
  announcement: (id) => `/staff/subscriptions/announcements/${id}`,
  subscriber: (_id, email) => `/staff/subscriptions?q=${encodeURIComponent(email)}`,
  photo: (id) => `/staff/photos/${id}`,
}

/**
 * Names people, classes, instructors, announcements, photographs and subscribers by their ids, in one statement. The log keeps
 * no address: a subscriber whose data was deleted has no name here either.
 */
export function thingNamer({ db, now, timeZone }: Clock): NameThings {
  return async (ids) => {
    if (ids.length === 0) return new Map()
    const wanted = sql`(select value from json_array_elements_text(${JSON.stringify(ids)}::json))`
    const { rows } = await db.execute<Row>(sql`
      select ${staffMembers.id}::text as id, 'member' as kind, ${staffMembers.name} as name, null::text as at
        from ${staffMembers} where ${staffMembers.id}::text in ${wanted}
      union all
      select ${staffInvitations.id}::text, 'invitation', coalesce(${staffInvitations.email}, 'First owner’s link'), null
        from ${staffInvitations} where ${staffInvitations.id}::text in ${wanted}
      union all
      select ${courseSessions.id}::text, 'class', ${courses.name}, to_json(${courseSessions.startsAt}) #>> '{}'
        from ${courseSessions} join ${courses} on ${courses.id} = ${courseSessions.courseId}
        where ${courseSessions.id}::text in ${wanted}
      union all
      select ${instructors.id}::text, 'instructor', ${instructors.name}, null
        from ${instructors} where ${instructors.id}::text in ${wanted}
      union all
      select ${writtenAnnouncements.id}::text, 'announcement', ${writtenAnnouncements.subject}, null
        from ${writtenAnnouncements} where ${writtenAnnouncements.id}::text in ${wanted}
      union all
      select ${subscribers.id}::text, 'subscriber', ${subscribers.email}, null
        from ${subscribers} where ${subscribers.id}::text in ${wanted}
      union all
      select ${photos.hash}, 'photo', ${photos.alt}, null from ${photos} where ${photos.hash} in ${wanted}`)
    return new Map(rows.map((row) => [row.id, named(row)]))
  }

  function named({ id, kind, name, at }: Row): NamedThing {
    const path = pathOf[kind]?.(id, name)
    return {
      name: at === null ? name : `${name}, ${formatStamp(new Date(at), timeZone, now())}`,
      ...(path && { path }),
    }
  }
}
