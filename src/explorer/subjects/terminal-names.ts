/** Kinds of terminals and peripherals as they are shown. */
export const TERMINAL_NAMES: Readonly<Record<string, string>> = {
  LAPTOP: 'Laptop',
  DESKTOP: 'Desktop computer, without monitor',
  SMARTPHONE: 'Smartphone',
  TABLET: 'Tablet',
  TELEVISION: 'Television',
  BOX: 'Internet box',
  MONITOR: 'Monitor',
  VR_HEADSET: 'Virtual reality headset',
  VR_CONTROLLER: 'Virtual reality controller',
  EXTERNAL_SSD: 'External solid-state drive',
  EXTERNAL_HDD: 'External hard disk drive',
  USB_STICK: 'USB stick',
}

/** Those whose REST routes are under /v1/peripheral; the others are under /v1/terminal. */
export const PERIPHERALS: ReadonlySet<string> = new Set([
  'MONITOR',
  'USB_STICK',
  'EXTERNAL_SSD',
  'EXTERNAL_HDD',
  'VR_CONTROLLER',
])
