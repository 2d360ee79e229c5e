/** The two ways to buy the trust pack, as the specification lists them. Prices in US cents. */
export const sampleTrustPackages = [
  {
    slug: 'trust-pack',
    position: 1,
    name: 'Trust Pack Only',
    priceCents: 2_900,
    contents: ['State-specific template', 'Form 4 walkthrough', 'Compliance checklist', 'Email support'],
  },
  {
    slug: 'trust-bundle',
    position: 2,
    name: 'Trust + Build Bundle',
    priceCents: 1_900,
    besides: 'build price',
    flag: 'Best Value',
    saving: 'Save $10 when bundled',
    contents: [
      'State-specific template',
      'Form 4 walkthrough',
      'Compliance checklist',
      'Email support',
      'Priority phone support',
      'Transfer coordination',
      'Custom build guidance',
    ],
  },
]
