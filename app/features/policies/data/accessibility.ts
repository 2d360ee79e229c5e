import { brand } from '#app/kit/brand.ts'
import type { Policy } from '../rules.ts'

/** The accessibility statement. What it claims is what the journeys in e2e/ check on every page. */
export const accessibility: Policy = {
  name: 'accessibility',
  title: 'Accessibility',
  lead: 'Everyone should be able to use this shop: with a keyboard, a screen reader, a magnifier, a slow connection, or without JavaScript.',
  description: `How accessible the ${brand} shop is, what was tested, what is not good enough yet, and how to reach us when something stops you.`,
  short: [
    { term: 'Measure', value: 'WCAG 2.2', note: 'Level AA.' },
    { term: 'Smallest text contrast', value: '4.5 : 1', note: 'Higher almost everywhere.' },
    { term: 'Targets', value: '24 px', note: 'At least; buttons are 40 or more.' },
    { term: 'Overlays', value: 'None', note: 'They do not help.' },
  ],
  sections: [
    {
      id: 'works',
      title: 'What works',
      text: ['We build for WCAG 2.2, level AA, and for people first:'],
      points: [
        'everything works by keyboard, and the focus is always visible',
        'buying, reading, subscribing, looking up a certificate and data requests work without JavaScript',
        'every drawing has a text alternative: unit numbers, lengths and charts are also words and tables',
        'no status is shown by color alone: open is solid, held is dashed, taken is struck through',
        'forms show errors beside the field and keep what you typed',
        'nothing moves when your system asks for reduced motion, and no countdown is read out every second',
        'text can be enlarged to 200%, and a narrow window does not scroll sideways',
        'a hold that is about to end says so, and can be extended',
      ],
    },
    {
      id: 'tested',
      title: 'How it is tested',
      text: [
        'Automated checks for WCAG 2.0 to 2.2 run over the pages at desktop and phone widths whenever the shop is changed, along with tests by keyboard and without JavaScript. Contrast over artwork was measured on rendered images.',
        'Automated checks find only some of the problems people meet. We have not yet had the site audited by an outside party.',
      ],
    },
    {
      id: 'limits',
      title: 'Known limitations',
      text: ['We know about these and are working on them:'],
      points: [
        'the printed certificate, plate and patch are pictures of engraving; the same facts are beside them as text',
        'a screen reader may read downloads such as the process guide less well than the page they come from; the page says the same',
        'your bank’s security pages, which may open while you pay, are not ours',
      ],
    },
    {
      id: 'tell',
      title: 'When something doesn’t work for you',
      text: [
        'Tell us the page and what happened: {email}, or the contact form. We answer within 24 hours on business days, and meanwhile do what you came for by email: reserving, refunding or answering.',
        'Support hours: {hours}.',
      ],
    },
  ],
}
