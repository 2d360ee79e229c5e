// Texts of `/build` that its landing and the builder share. Claims are replaced as in `landing.ts`.

/** Title and description of the page. */
export const landingHead = {
  title: 'Custom SBR Builds',
  description:
    'Configure a short-barreled rifle on a drawing that is true to scale: three platforms, eight steps, prices from our own list, built under federal license in Miami, Florida.',
}

/** Three steps from configuration to pickup. */
export const howWords = {
  title: 'How It Works',
  steps: [
    {
      title: 'Customize',
      text: 'Choose your platform and parts. Lock the build to save its drawing, parts and price.',
    },
    {
      title: 'We assemble and file',
      text: 'We build, test-fire and register it, then send it to your dealer and file our part of the transfer.',
    },
    {
      title: 'You pick it up',
      text: 'After federal approval, you pick it up at the dealer you chose. It never ships to a buyer.',
    },
  ],
  calls: [
    { label: 'Download Process Guide', to: '/process-guide' },
    { label: 'Free NFA Trust Pack', to: '/trust' },
  ],
  note: ['{review.form4:text}'],
}

/** The closing section. */
export const complianceWords = {
  title: '100% compliant manufacturing',
  lines: [
    'We make, mark, register and transfer every firearm under our federal license in Miami, and record it from the first part to the last signature.',
    '{filing.forms:text}',
  ],
}
