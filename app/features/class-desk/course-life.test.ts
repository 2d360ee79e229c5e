import { expect } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'

const [holder, waiting, walker] = ['holder@example.com', 'waiting@example.com', 'walker@example.com']
const place = 'Own Range, 1 Range Road, Miami, FL 33142'
const instructor = 'I. Own'

test('a course is made, dated, copied, moved, filled, offered on, taught and certified', {
  timeout: 120_000,
}, async ({ ctx }) => {
  const student = await visitor(ctx, { sample: true })
  const desk = student.another()
  await desk.signIn('manager', { name: 'M. Sample' })
  await makeCourse(desk)

  desk.fill({ Day: '2026-12-10', Begins: '09:00', Seats: '1', Place: place, Instructor: instructor })
  await desk.press('Add to the schedule')
  expect(seats(desk)).toContain('0 of 0')
  const roster = desk.path
  const session = roster.split('/')[3] ?? ''
  await desk.follow('Copy')
  expect(desk.field('Day').value).toBe('2026-12-17')
  await desk.press('Add to the schedule')
  expect([desk.path === roster, seats(desk)]).toEqual([false, expect.stringContaining('0 of 0')])
  await desk.open('/staff/classes')
  expect(desk.document.querySelector(`a[href="${roster}"]`)).not.toBeNull()

  await book(student, session)
  await joinWaitlist(student, session)
  await desk.open(`${roster}/edit`)
  desk.fill({ Begins: '10:30' })
  await desk.press(/^Save/)
  expect(desk.text).toContain('This is a move: 1 booked are mailed')
  await desk.press('Move, and mail 1')
  await desk.run('notify-students')
  const moved = await desk.mail(holder, /^Moved: /)
  expect([moved.subject, moved.text]).toEqual([
    expect.stringContaining('10:30 AM'),
    expect.stringContaining('9 AM'),
  ])
  const theirs = student.another()
  await theirs.open(linkIn(moved, /\/seat\/open\?key=/))
  expect(theirs.parts('heading', 'We moved this class')).toHaveLength(1)

  await theirs.follow(/^Cancel and Refund/)
  await theirs.press(/^Refund \$/)
  await desk.workOff()
  await desk.run('offer-seats')
  const offer = await desk.mail(waiting, /^A seat for you: /)
  await student.open(linkIn(offer, /\/offers\//))
  expect(student.path).toMatch(/^\/checkout\/[0-9A-Z]+$/)
  await paySeat(student, waiting)

  ctx.setNow(new Date('2026-12-10T16:30:00Z')) // an hour after it began
  await desk.signIn('manager', { name: 'M. Sample' })
  await desk.open(`${roster}/edit`)
  desk.fill({ Seats: '2' })
  await desk.press(/^Save/)
  expect(seats(desk)).toContain('0 of 1')
  await addWalkIn(desk)
  expect(seats(desk)).toContain('0 of 2')

  const certificate = () => desk.part('table', /^Students of/).querySelector('a[href*="/vault?code="]')
  await pressMark(desk, 'No-show: Robin Student', 'Undo no-show: Robin Student')
  await desk.press('Live fire seen: Wanda Walker', desk.part('table', /^Students of/))
  expect(desk.text).toContain('Check the student in first.')
  await pressMark(desk, 'Waiver signed: Wanda Walker', 'Undo waiver: Wanda Walker')
  await pressMark(desk, 'Check in: Wanda Walker', 'Undo check-in: Wanda Walker')
  await pressMark(desk, 'Live fire seen: Wanda Walker', 'Undo live fire: Wanda Walker')
  const students = desk.part('table', /^Students of/)
  expect(desk.parts('link', '(305) 555-0133', students)).not.toEqual([])
  const code = textOf(certificate())

  const mail = await desk.mail(walker, /^Your certificate: /)
  expect([code, mail.text]).toEqual([expect.stringMatching(/\w{4}/), expect.stringContaining(code)])
  const hers = student.another()
  await hers.open(linkIn(mail, /\/seat\/open\?key=/))
  await hers.follow(/PDF/)
  expect(hers.html.slice(0, 5)).toBe('%PDF-')
  const anybody = student.another()
  const check = async () => {
    await anybody.open('/vault')
    anybody.fill({ Code: code.toLowerCase() })
    await anybody.press('Check the code')
    return anybody.text
  }
  const says = await check()
  for (const words of ['Wanda Walker', 'Range instructor, no. own-1']) expect(says).toContain(words)
  anybody.part('img', 'QR code that leads to this answer')

  await pressMark(desk, 'Undo live fire: Wanda Walker', 'Live fire seen: Wanda Walker')
  expect(certificate()).toBeNull()
  expect(await check()).not.toContain('Wanda Walker')
})

async function makeCourse(desk: Visitor) {
  await desk.open('/staff/classes')
  await desk.follow('Instructors')
  await desk.follow('New instructor')
  const licenses = 'Licenses, one per line: name; number; last day'
  desk.fill({
    'Name, as on certificates': instructor,
    'Email with which they sign in here, if they do': ' I.Own@Example.com ',
    [licenses]: 'Range instructor; own-1; 2027-02-30',
  })
  await desk.press(/^Make instructor/)
  expect([desk.status, desk.field(licenses).words]).toEqual([
    422,
    expect.stringContaining('There is no day 2027-02-30'),
  ])
  desk.fill({ [licenses]: 'Range instructor; own-1; 2027-12-31' })
  await desk.press(/^Make instructor/)
  expect([desk.heading, desk.field(/^Email/).value, desk.field(licenses).value]).toEqual([
    instructor,
    'i.own@example.com',
    'Range instructor; own-1; 2027-12-31',
  ])

  await desk.open('/staff/classes')
  await desk.follow(/^Add course/)
  await desk.pressUnchecked(/^Make course/)
  expect([desk.status, desk.field('Name').words]).toEqual([422, expect.stringContaining('Fill this in')])
  desk.fill({
    Name: 'Own Course',
    Address: 'own-course',
    Summary: 'How to hold, aim and shoot, on the range.',
    'Live-fire rounds': '50',
    'Price, USD': '150',
    'Deposit, USD': '75',
  })
  await desk.press(/^Make course/)
  expect([desk.heading, desk.field('Course').value]).toEqual(['Add dates', 'own-course'])
}

const seats = (desk: Visitor) => textOf(desk.part('contentinfo', 'Title block'))

async function book(student: Visitor, session: string) {
  await student.open(`/course-registration/scheduling?session=${session}`)
  await student.press('Continue with Selected Date')
  await paySeat(student, holder)
}

async function paySeat(student: Visitor, email: string) {
  student.fill({ 'Full name': 'Robin Student', Email: email })
  student.fillOne(/I am 18 or older/, true)
  await student.press(/^Pay (the )?\$75/)
  expect(student.path).toMatch(/^\/orders\/[0-9A-Z]+$/)
}

async function joinWaitlist(student: Visitor, session: string) {
  await student.open(`/subscriptions?topic=course:${session}`)
  student.wait(minute)
  student.fill({ Name: 'Sam Waiting', Email: waiting })
  await student.press('Join the Waitlist')
  await student.open(linkIn(await student.mail(waiting, /^Confirm/), /\/subscriptions\/confirm\?key=/))
  await student.press('Confirm')
  expect(student.heading).toBe('You’re on the list')
}

async function addWalkIn(desk: Visitor) {
  await desk.follow(/^Walk-in/)
  desk.fill({ 'Full name, as on the photo ID': 'Wanda Walker', Email: walker, Phone: '(305) 555-0133' })
  await desk.pressUnchecked(/^Record \$150/)
  expect(desk.text).toContain('Look at a government photo ID first')
  desk.fillOne(/I looked at a government photo ID/, true)
  await desk.press(/^Record \$150/)
}

async function pressMark(desk: Visitor, mark: string, undo: string) {
  await desk.press(mark, desk.part('table', /^Students of/))
  expect([mark, desk.parts('button', undo).length > 0]).toEqual([mark, true])
}
