import type { Call } from '../rules.ts'

/** The drawing of a service. */
export type ServiceDrawing = 'course' | 'bench' | 'barrel' | 'forms' | 'ruler' | 'book' | 'year'

/** A service card: fields of the specification's section 3. */
export type Service = {
  id: string
  drawing: ServiceDrawing
  title: string
  description: string
  /** Included features; a course has its own, with its price. */
  features: readonly string[] | 'of the course'
  call: Call
}

/** The seven services, in the specification's order. */
export const services: readonly Service[] = [
  {
    id: 'basic-pistol',
    drawing: 'course',
    title: 'NRA Basic Pistol Course',
    description:
      'One day, one classroom, one range. Learn how a pistol works, how to handle it on the line, and how to shoot it safely.',
    features: 'of the course',
    call: { label: 'Register for the Course', to: '/course-registration' },
  },
  {
    id: 'gunsmithing',
    drawing: 'bench',
    title: 'Gunsmithing and customization',
    description:
      'Work on your own rifle: furniture, triggers, optics, coatings and engraving, done in our shop and test-fired before you get it back.',
    features: [
      'Inspection and written quote first',
      'Coating and engraving in house',
      'Torque settings recorded and provided',
      'Test-fired, target included',
    ],
    call: { label: 'Request a Quote', to: '/contact' },
  },
  {
    id: 'compliance-work',
    drawing: 'barrel',
    title: 'Compliance modifications',
    description:
      'Permanent work that changes a rifle’s legal class, such as barrel pin and weld. Done, measured and documented by us.',
    features: [
      'Barrel pin and weld',
      'Configurations for states with feature rules',
      'Length measured and certified in writing',
      'Answer within one business day if we can’t do it',
    ],
    call: { label: 'Ask About Your Rifle', to: '/contact' },
  },
  {
    id: 'transfers',
    drawing: 'forms',
    title: 'Transfer and filing assistance',
    description:
      'We file our part of the federal transfer and guide you and your dealer through the rest, one form at a time.',
    features: [
      'Incoming and outgoing transfers',
      'Forms checked before they are sent',
      'Fingerprint and photo checklist',
      'Status updates by email',
    ],
    call: { label: 'Start a Transfer', to: '/contact' },
  },
  {
    id: 'education',
    drawing: 'ruler',
    title: 'Training and education',
    description:
      'What a short-barreled rifle is, which forms it needs and how long they take. Free to read, no sign-up.',
    features: [
      'The two legal lengths, drawn to scale',
      'Form 4 and Form 1 explained',
      'Trust or individual, side by side',
      'Wait times with dates',
    ],
    call: { label: 'Start Learning', to: '/learn' },
  },
  {
    id: 'consulting',
    drawing: 'book',
    title: 'ATF compliance consulting',
    description:
      'For other licensees: a second pair of eyes on your bound book, forms and premises before an inspection.',
    features: [
      'Bound book and Form 4473 review',
      'Inspection preparation',
      'Marking and variance questions',
      'Findings in writing, no legal advice',
    ],
    call: { label: 'Book a Consultation', to: '/contact' },
  },
  {
    id: 'maintenance',
    drawing: 'year',
    title: 'Maintenance plans',
    description:
      'A subscription for rifles that get shot: we strip, measure and service yours on schedule and return it with a record.',
    features: [
      'Subscription, cancel anytime',
      'Wear parts measured and replaced',
      'Round count and service record for your number',
      'Priority service',
    ],
    call: { label: 'Ask for a Plan', to: '/contact' },
  },
]

/** The calls at the head of the page, and at its end. */
export const serviceCalls: { hero: readonly Call[]; closing: readonly Call[] } = {
  hero: [
    { label: 'Contact Us', to: '/contact' },
    { label: 'Start a Build', to: '/build' },
  ],
  closing: [
    { label: 'Contact Us', to: '/contact' },
    { label: 'View FAQ', to: '/faq' },
  ],
}
