import { type Course, type Session, seatsLeft } from '../rules.ts'

/** A course with its dates for schema.org. */
export function courseJsonLd(course: Course, sessions: readonly Session[], publicUrl: string) {
  const dates = sessions.filter((session) => session.course.slug === course.slug)
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description: course.summary,
    url: `${publicUrl}/ccw-training#${course.slug}`,
    provider: { '@type': 'Organization', '@id': `${publicUrl}/#shop`, name: 'PACo', url: `${publicUrl}/` },
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
      location: place,
    })),
  }
}

/** The dates as schema.org events, each with the seats left. */
export function sessionsJsonLd(sessions: readonly Session[], publicUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@graph': sessions.map(({ course, startsAt, endsAt, seats }) => ({
      '@type': 'EducationEvent',
      name: course.name,
      url: `${publicUrl}/ccw-training#${course.slug}`,
      startDate: startsAt.toISOString(),
      endDate: endsAt.toISOString(),
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      location: place,
      organizer: { '@type': 'Organization', '@id': `${publicUrl}/#shop`, name: 'PACo', url: `${publicUrl}/` },
      maximumAttendeeCapacity: seats.length,
      remainingAttendeeCapacity: seatsLeft(seats),
      offers: {
        '@type': 'Offer',
        price: (course.priceCents / 100).toFixed(2),
        priceCurrency: 'USD',
        availability: `https://schema.org/${seatsLeft(seats) > 0 ? 'InStock' : 'SoldOut'}`,
        url: `${publicUrl}/ccw-training#${course.slug}`,
      },
    })),
  }
}

const place = {
  '@type': 'Place',
  name: 'PACo',
  address: {
    '@type': 'PostalAddress',
    addressLocality: 'Miami',
    addressRegion: 'FL',
    addressCountry: 'US',
  },
}
