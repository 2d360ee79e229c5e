import { schemaAddress, type ShopFacts } from '#app/facts/facts.ts'
import { sharePath } from '#app/http/page-head.ts'
import { brand } from '#app/kit/brand.ts'
import { type Course, type SessionView, seatsLeft } from '../rules.ts'

/** A course with its dates for schema.org. */
export function courseJsonLd(course: Course, sessions: readonly SessionView[], shop: Seller) {
  const dates = sessions.filter((session) => session.course.slug === course.slug)
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description: course.summary,
    url: `${shop.publicUrl}/ccw-training#${course.slug}`,
    provider: organizer(shop),
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: (course.priceCents / 100).toFixed(2),
      priceCurrency: 'USD',
    },
    hasCourseInstance: dates.map(({ when, seats }) => ({
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      courseWorkload: `PT${course.hours}H`,
      startDate: when.startIso,
      endDate: when.endIso,
      maximumAttendeeCapacity: seats.length,
      remainingAttendeeCapacity: seatsLeft(seats),
      location: placeOf(shop),
    })),
  }
}

/** The dates as schema.org events, each with the seats left. */
export function sessionsJsonLd(sessions: readonly SessionView[], courses: readonly Course[], shop: Seller) {
  const descriptions = new Map(courses.map(({ slug, summary }) => [slug, summary]))
  return {
    '@context': 'https://schema.org',
    '@graph': sessions.map(({ course, when, seats }) => ({
      '@type': 'EducationEvent',
      name: course.name,
      description: descriptions.get(course.slug) ?? course.name,
      image: `${shop.publicUrl}${sharePath('courses')}`,
      url: `${shop.publicUrl}/ccw-training#${course.slug}`,
      startDate: when.startIso,
      endDate: when.endIso,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      location: placeOf(shop),
      organizer: organizer(shop),
      maximumAttendeeCapacity: seats.length,
      remainingAttendeeCapacity: seatsLeft(seats),
      offers: {
        '@type': 'Offer',
        price: (course.priceCents / 100).toFixed(2),
        priceCurrency: 'USD',
        availability: `https://schema.org/${seatsLeft(seats) > 0 ? 'InStock' : 'SoldOut'}`,
        url: `${shop.publicUrl}/ccw-training#${course.slug}`,
      },
    })),
  }
}

/** Who holds the classes: the address of the site and the facts of the shop. */
type Seller = { publicUrl: string; facts: ShopFacts }

function organizer({ publicUrl, facts }: Seller) {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#shop`,
    name: brand,
    url: `${publicUrl}/`,
    ...(facts.legalName && { legalName: facts.legalName }),
  }
}

function placeOf({ facts }: Seller) {
  return { '@type': 'Place', name: brand, address: schemaAddress(facts) }
}
