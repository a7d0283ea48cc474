export const MANIFEST_FILE = 'manifest.webmanifest'

/** Creates the W3C web application manifest of the installed app. Uses the light theme's colours. */
export function createManifest(productName: string): string {
  return JSON.stringify({
    name: productName,
    short_name: productName,
    description: 'Revise o conteúdo com questões de múltipla escolha e veja seu acerto por matéria.',
    lang: 'pt-BR',
    start_url: '/',
    display: 'standalone',
    background_color: '#f6f4ee',
    theme_color: '#fffefb',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  })
}
