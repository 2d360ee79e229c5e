import type { Call } from '../rules.ts'

/** Which drawing stands on a service's ticket. */
export type ServiceDrawing = 'course' | 'bench' | 'barrel' | 'forms' | 'ruler' | 'book' | 'year'

/** A service card: fields of the specification's section 3. */
export type Service = {
  id: string
  drawing: ServiceDrawing
  title: string
  description: string
  /** What it comprises; a course states its own, with its price. */
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
      'One day, one room, one range. How a pistol works, how it is carried to the line and back, and how to shoot it safely.',
    features: 'of the course',
    call: { label: 'Register for the Course', to: '/course-registration' },
  },
  {
    id: 'gunsmithing',
    drawing: 'bench',
    title: 'Gunsmithing and customization',
    description:
      'Work on the rifle you own: furniture, triggers, optics, coatings and engraving, done at our bench and test-fired before you get it back.',
    features: [
      'Inspection and a written quote first',
      'Coating and engraving in house',
      'Torque figures recorded and handed over',
      'Test-fired, with the target to show for it',
    ],
    call: { label: 'Request a Quote', to: '/contact' },
  },
  {
    id: 'compliance-work',
    drawing: 'barrel',
    title: 'Compliance modifications',
    description:
      'Permanent work that decides what a rifle is in law, such as barrel pin and weld. Done by us, measured by us, and documented.',
    features: [
      'Barrel pin and weld',
      'Configurations for states with feature rules',
      'Length measured and certified in writing',
      'Answer within a business day if it cannot be done',
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
      'Fingerprint and photograph checklist',
      'Status by email at every move',
    ],
    call: { label: 'Start a Transfer', to: '/contact' },
  },
  {
    id: 'education',
    drawing: 'ruler',
    title: 'Training and education',
    description:
      'What a short-barreled rifle is, which forms it travels with and how long they take. Free to read, no sign-up.',
    features: [
      'The two lengths that decide, drawn to scale',
      'Form 4 and Form 1 explained',
      'Trust or individual, side by side',
      'Waiting times with their date',
    ],
    call: { label: 'Start Learning', to: '/learn' },
  },
  {
    id: 'consulting',
    drawing: 'book',
    title: 'ATF compliance consulting',
    description:
      'For other licensees: a second pair of eyes on bound book, forms and premises before an inspector’s.',
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
      'A subscription for rifles that are shot: they come in on schedule, are stripped, measured and returned with a record.',
    features: [
      'Subscription, cancel at any time',
      'Wear parts measured and replaced',
      'Round count and service record kept with your number',
      'Priority at the bench',
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
