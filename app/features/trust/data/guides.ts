export type PackGuide = {
  title: string
  subject: string
  lead: string
  chapters: readonly GuideChapter[]
}

type GuideChapter = {
  title: string
  text?: readonly string[]
  terms?: readonly { term: string; text: string }[]
  figure?: 'marking'
}

export const guideNotice =
  'General information, not legal advice. Law and forms change: where this guide and the form’s own instructions differ, the instructions count.'

/** Who marks what, and how to write it. Not how to work on a firearm. */
export const engravingGuide: PackGuide = {
  title: 'Engraving guide',
  subject:
    'What a registered firearm has to be marked with, by whom, and how a name, a city and a state are written',
  lead: 'Who marks what, how large and how deep, and how a name, a city and a state are written on a registered firearm.',
  chapters: [
    {
      title: 'Who marks it',
      text: [
        'Federal law puts the marking on whoever makes or imports a firearm, not on whoever buys one (27 CFR 478.92 and 479.102).',
        '{marking.maker:text}',
        'A rifle that you buy from us was made and marked by us. Its transfer to you or to your trust on a Form 4 asks for no further marking.',
        'Somebody who makes a registered firearm from one that is not, after an approved Form 1, is its maker in law, and the marking is theirs. For anything bought here there is no Form 1.',
      ],
    },
    {
      title: 'How large and how deep',
      figure: 'marking',
      text: [
        '{marking.depth:text} {marking.height:text}',
        'The regulation asks for a depth of at least .003 inch, and for serial numbers a print size of at least 1/16 inch (27 CFR 479.102). Depth is measured from the flat surface of the metal, not from the ridges beside the letter; height between the base and the top of the letter (27 CFR 479.102 and 478.92).',
        'The marks must be conspicuous, and not easily obliterated, altered or removed.',
      ],
    },
    {
      title: 'What is marked',
      terms: [
        {
          term: 'Serial',
          text: 'A number that the maker has given to no other firearm. On the frame or receiver.',
        },
        {
          term: 'Maker',
          text: 'The maker’s name as on the approved form. Where the maker is a trust, the name of the trust.',
        },
        { term: 'Place', text: 'City and state in which the maker made it.' },
        { term: 'Model', text: 'If it has one.' },
        { term: 'Caliber', text: 'Caliber or gauge.' },
      ],
    },
    {
      title: 'How it is written',
      terms: [
        {
          term: 'Trust',
          text: 'Word for word as in the document that made it. A shorter form is one that stands on every form after it.',
        },
        { term: 'City', text: 'In full.' },
        { term: 'State', text: 'In its two letters, as the Postal Service writes it.' },
        { term: 'Like', text: 'ELM STREET TRUST, TALLAHASSEE, FL' },
      ],
    },
    {
      title: 'Who may do the work',
      text: [
        'Marking is a licensed engraver’s or gunsmith’s work: they measure what they made and keep the records that the law asks of them. Show them the approved form; they read the names from it.',
        'A serial number that is there already is never to be removed, altered or covered: that is a federal crime (26 USC 5861).',
      ],
    },
  ],
}

/** Form 4 section by section: what each asks for and who fills it in. Numbers of fields shift between revisions and are left out. */
export const form4Walkthrough: PackGuide = {
  title: 'Form 4 walkthrough',
  subject:
    'ATF Form 4 (5320.4), section by section, with who fills in which: you, your trustees, your dealer, or we',
  lead: 'ATF Form 4 (5320.4) section by section: what it asks, and who answers it.',
  chapters: [
    {
      title: 'What the form does',
      text: [
        'Form 4 asks ATF to approve the transfer of one registered firearm to one person, one trust or one company, and to register it there. The firearm stays with the dealer until it is approved.',
        'Your dealer is the transferor and sends the form, nearly always electronically. You are the transferee, or your trust is.',
        '{tax.sbr:text}',
      ],
    },
    {
      title: 'The transferee',
      terms: [
        {
          term: 'You',
          text: 'Your name, or the name of the trust exactly as in its document, and an address that is not a post box. A trust gives the address where the firearm will be kept.',
        },
        { term: 'You', text: 'The county of that address.' },
        {
          term: 'You',
          text: 'Whether it goes to an individual or to a trust. The choice cannot be changed later without a new form.',
        },
      ],
    },
    {
      title: 'The transferor and the firearm',
      terms: [
        { term: 'Dealer', text: 'Name, address, license and tax status of the dealer.' },
        {
          term: 'We',
          text: 'Maker, model, caliber, barrel and overall length and serial number, as they are registered. They come to the dealer with the firearm. Compare them with the marks before you sign.',
        },
      ],
    },
    {
      title: 'The questions',
      text: [
        'The same questions as at every purchase from a dealer: whether federal law forbids you to possess a firearm. They are answered under penalty of perjury, by each person for themselves.',
        'A reason is asked for in a sentence. “All lawful purposes” is an answer that is given often.',
      ],
    },
    {
      title: 'What goes with it',
      text: ['{prints.form4:text}', '{persons.trust:text}', '{trust.certification:text}'],
      terms: [
        {
          term: 'Trust',
          text: 'The whole document with every schedule and amendment, signed and notarized, as one file. Scan each page, blank backs too if they are numbered.',
        },
        {
          term: 'People',
          text: 'Form 5320.23 for each responsible person: settlor and trustees, and whoever else may direct the trust or have its firearms in hand.',
        },
        {
          term: 'Notice',
          text: 'A copy for the chief law-enforcement officer of your place, where the present form asks for it. Your dealer knows who sends it.',
        },
      ],
    },
    {
      title: 'From sending to picking up',
      text: [
        '{review.form4:text}',
        'A form that comes back for a correction names the point. It is corrected and sent again; your place in the shop stays yours.',
        'After approval the dealer completes Form 4473 with you and any background check that is required. Keep a copy of the approved form with the firearm.',
      ],
    },
  ],
}

export const checklistGuide = {
  title: 'Compliance checklist',
  subject: 'What to have ready before the purchase and what to keep after the approval',
  lead: 'What to have ready before the purchase, and what to keep after the approval. Tick it on screen or on paper.',
} as const
