/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser'

type MediaFeature = 'prefers-color-scheme' | 'prefers-reduced-motion' | 'forced-colors'

/** Makes Chromium report `value` for a media feature; '' ends the emulation. */
export async function emulateMedia(name: MediaFeature, value: string): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] })
}
