export const buyerPageWords = {
  title: 'Your orders',
  lead: (email: string) => `Everything that was bought with ${email}.`,
  until: (moment: string) =>
    `This page closes on this device ${moment}. Anyone with the link from the email can open it until then.`,
  none: 'No paid orders',
  noneText:
    'Nothing was paid with this email yet. An order that is still on hold opens by the link in its own email.',
  open: 'Open order',
  receipt: 'Receipt (PDF)',
  calendar: 'Add to calendar',
  again: 'Order again',
  builds: 'Your builds',
  build: 'Open build',
  end: 'Close this page everywhere',
  ending: 'Closing...',
} as const
