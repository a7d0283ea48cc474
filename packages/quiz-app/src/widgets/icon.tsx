const PATHS = {
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 4V12l3 2',
  cross: 'm6.5 6.5 11 11m0-11-11 11',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  exit: 'M10 4H5v16h5m4-12 4 4-4 4m4-4H9',
  flag: 'M6 21V4m0 .5h11.5l-2.5 4 2.5 4H6',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.5 9.6a2.5 2.5 0 1 1 3.6 2.3c-.7.4-1.1 1-1.1 1.8m0 2.8v.1',
  home: 'm4 11.5 8-7 8 7M6.5 9.5V20h11V9.5M10 20v-5.5h4V20',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 7.5v5m0-8.1V8',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.7-3.5 3.6-5.5 7.5-5.5s6.8 2 7.5 5.5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v1.5m0 15V21M3 12h1.5m15 0H21M5.6 5.6l1.1 1.1m10.6 10.6 1.1 1.1m0-12.8-1.1 1.1M6.7 17.3l-1.1 1.1',
  system: 'M4 5h16v11H4Zm5 15h6m-3-4v4',
  warning: 'M12 4.5 3.5 19h17Zm0 5.5v4m0 2.4v.1',
} as const

export type IconName = keyof typeof PATHS

/**
 * Line icon with the height of a text line. The icon is decorative, because the text next to it or the button's label conveys the meaning.
 */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
