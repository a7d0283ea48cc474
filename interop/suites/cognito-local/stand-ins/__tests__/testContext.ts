/** What cognito-local's own functions log to; nothing of them runs here. */
export const TestContext = {}
