import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { License } from '../rules/certificate.ts'
import { courseSessions } from '../tables.ts'
import { instructorLicenses, instructors, trainingPlaces } from '../teaching-tables.ts'

/** Who teaches, with every license, the one that ends first before the others. */
export type Instructor = {
  id: string
  name: string
  /** With which they sign in behind the counter, if they do. */
  email: string | null
  retiredAt: Date | null
  revision: number
  licenses: License[]
}

/** Where classes take place. */
export type TrainingPlace = typeof trainingPlaces.$inferSelect

/** Everybody who teaches or taught, by name. */
export async function listInstructors(db: Db): Promise<Instructor[]> {
  const [people, licenses] = await Promise.all([
    db.select().from(instructors).orderBy(asc(instructors.name)),
    db
      .select()
      .from(instructorLicenses)
      .orderBy(asc(instructorLicenses.expiresOn), asc(instructorLicenses.number)),
  ])
  return people.map((person) => ({
    ...person,
    licenses: licenses
      .filter(({ instructorId }) => instructorId === person.id)
      .map(({ name, number, expiresOn }) => ({ name, number, expiresOn })),
  }))
}

export async function findInstructor(db: Db, id: string): Promise<Instructor | undefined> {
  return (await listInstructors(db)).find((each) => each.id === id)
}

/** Does a class name this person as its instructor, by the email with which they sign in? */
export async function teaches(db: Db, email: string, sessionId: string): Promise<boolean> {
  const [own] = await db
    .select({ id: courseSessions.id })
    .from(courseSessions)
    .innerJoin(instructors, eq(instructors.id, courseSessions.instructorId))
    .where(and(eq(courseSessions.id, sessionId), eq(instructors.email, email), isNull(instructors.retiredAt)))
  return own !== undefined
}

/** Places, by name; those that are not used any more last. */
export function listPlaces(db: Db): Promise<TrainingPlace[]> {
  return db
    .select()
    .from(trainingPlaces)
    .orderBy(sql`${trainingPlaces.retiredAt} is not null`, asc(trainingPlaces.name))
}

export async function findPlace(db: Db, id: string): Promise<TrainingPlace | undefined> {
  return (await listPlaces(db)).find((each) => each.id === id)
}

/** The place that a class names, if any; refused where that or its instructor is not known. */
export async function findTeaching(
  db: Db,
  { placeId, instructorId }: { placeId?: string | undefined; instructorId?: string | undefined },
) {
  const place = placeId ? await findPlace(db, placeId) : undefined
  if (placeId && !place) return refuse('place_not_found')
  if (instructorId && !(await findInstructor(db, instructorId))) return refuse('instructor_not_found')
  return { ok: true as const, place }
}

/** A place as students read it. */
export function placeWords({ name, address }: Pick<TrainingPlace, 'name' | 'address'>): string {
  return `${name}, ${address}`
}

/** What a form says of an instructor. `revision` is what its person has seen; none for a new one. */
export type InstructorChange = {
  id: string | undefined
  revision: number | undefined
  name: string
  email?: string | null | undefined
  licenses: readonly License[]
  isRetired: boolean
}

/** Adds or changes an instructor with their licenses. */
export async function saveInstructor({ tx, now }: UnitOfWork, change: InstructorChange) {
  const { id, revision, name, email = null, licenses, isRetired } = change
  const known = id === undefined ? undefined : await findInstructor(tx, id)
  if (id !== undefined && !known) return refuse('instructor_not_found')
  const values = { name, email, retiredAt: isRetired ? (known?.retiredAt ?? now) : null }
  const [saved] = known
    ? await tx
        .update(instructors)
        .set({ ...values, revision: known.revision + 1 })
        .where(and(eq(instructors.id, known.id), eq(instructors.revision, revision ?? known.revision)))
        .returning({ id: instructors.id })
    : await tx.insert(instructors).values(values).returning({ id: instructors.id })
  if (!saved) return refuse('changed')
  await tx.delete(instructorLicenses).where(eq(instructorLicenses.instructorId, saved.id))
  if (licenses.length > 0)
    await tx.insert(instructorLicenses).values(licenses.map((each) => ({ ...each, instructorId: saved.id })))
  return { ok: true as const, id: saved.id, before: known }
}

/** What a form says of a place. */
export type PlaceChange = {
  id: string | undefined
  revision: number | undefined
  name: string
  address: string
  isRetired: boolean
}

/** Adds or changes a place. The words of classes stay: a class is moved on its own, with mail to its students. */
export async function savePlace({ tx, now }: UnitOfWork, change: PlaceChange) {
  const { id, revision, name, address, isRetired } = change
  const known = id === undefined ? undefined : await findPlace(tx, id)
  if (id !== undefined && !known) return refuse('place_not_found')
  const values = { name, address, retiredAt: isRetired ? (known?.retiredAt ?? now) : null }
  const [saved] = known
    ? await tx
        .update(trainingPlaces)
        .set({ ...values, revision: known.revision + 1 })
        .where(and(eq(trainingPlaces.id, known.id), eq(trainingPlaces.revision, revision ?? known.revision)))
        .returning({ id: trainingPlaces.id })
    : await tx.insert(trainingPlaces).values(values).returning({ id: trainingPlaces.id })
  if (!saved) return refuse('changed')
  return { ok: true as const, id: saved.id, before: known }
}
