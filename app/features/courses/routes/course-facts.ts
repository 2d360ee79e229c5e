import { type Course, type Session, seatsLeft } from '../rules.ts'

/** A course with its dates as schema.org tells them. */
export function courseFacts(course: Course, sessions: readonly Session[], publicUrl: string) {
  const dates = sessions.filter((session) => session.course.slug === course.slug)
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description: course.summary,
    url: `${publicUrl}/ccw-training#${course.slug}`,
    provider: { '@type': 'Organization', name: 'PACo', url: `${publicUrl}/` },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: (course.priceCents / 100).toFixed(2),
      priceCurrency: 'USD',
    },
    hasCourseInstance: dates.map(({ startsAt, endsAt, seats }) => ({
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      courseWorkload: `PT${course.hours}H`,
      startDate: startsAt.toISOString(),
      endDate: endsAt.toISOString(),
      maximumAttendeeCapacity: seats.length,
      remainingAttendeeCapacity: seatsLeft(seats),
      location: {
        '@type': 'Place',
        name: 'PACo',
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'Miami',
          addressRegion: 'FL',
          addressCountry: 'US',
        },
      },
    })),
  }
}
