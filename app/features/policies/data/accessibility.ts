import type { Policy } from '../rules.ts'

/** The accessibility statement. What it claims is what the journeys in e2e/ check on every page. */
export const accessibility: Policy = {
  name: 'accessibility',
  title: 'Accessibility',
  lead: 'The shop is meant to be used by everybody, with a keyboard, a screen reader, a magnifier, a slow line, or without script.',
  description:
    'How accessible the PACo shop is, what was tested, what is not good enough yet, and how to reach us when something stops you.',
  short: [
    { term: 'Measure', value: 'WCAG 2.2', note: 'Level AA.' },
    { term: 'Smallest text contrast', value: '4.5 : 1', note: 'Higher almost everywhere.' },
    { term: 'Targets', value: '24 px', note: 'At least; buttons 40 and more.' },
    { term: 'Overlays', value: 'None', note: 'They do not help.' },
  ],
  sections: [
    {
      id: 'works',
      title: 'What works',
      text: ['We build for WCAG 2.2, level AA, and for people before guidelines:'],
      points: [
        'everything can be reached and used by keyboard, and the focus is always in sight',
        'buying, reading, subscribing, checking a certificate and asking about your data work without script',
        'every drawing has a text that says the same: unit numbers, lengths and charts are also words and tables',
        'no state is told by color alone: open is solid, held is dashed, taken is struck',
        'forms name what is wrong beside the field and keep what you typed',
        'nothing moves when you ask your system for less motion, and no countdown is read out every second',
        'text can be made twice as large, and a narrow window does not scroll sideways',
        'a hold that is about to end says so, and can be made longer',
      ],
    },
    {
      id: 'tested',
      title: 'How it is tested',
      text: [
        'Automatic checks for WCAG 2.0 to 2.2 run over the pages at the width of a desk and of a phone whenever the shop is changed, along with journeys by keyboard and without script. Contrast over artwork was measured on rendered pictures.',
        'Automatic checks find only a part of what stops people. We have not yet had the site audited by an outside party.',
      ],
    },
    {
      id: 'limits',
      title: 'What is not good enough yet',
      text: ['Known to us, and on our list:'],
      points: [
        'the printed certificate, plate and patch are pictures of engraving; the same facts stand beside them as text',
        'downloads such as the process guide may be harder to read aloud than the page they come from; the page says the same',
        'the security pages of your bank, which may open while you pay, are not ours',
      ],
    },
    {
      id: 'tell',
      title: 'When something stops you',
      text: [
        'Tell us the page and what happened: {email}, or the contact form. You get an answer within 24 hours on business days, and we do what you came for by mail meanwhile: reserving, refunding or answering.',
        'Support hours: {hours}.',
      ],
    },
  ],
}
