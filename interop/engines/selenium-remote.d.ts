// @types/selenium-webdriver declares only the folder, which ES modules cannot import.
declare module 'selenium-webdriver/remote/index.js' {
  export * from 'selenium-webdriver/remote'
}
