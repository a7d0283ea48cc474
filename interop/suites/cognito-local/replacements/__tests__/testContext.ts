/** Replaces the logger that cognito-local passes to its own functions. It is empty, because these functions do not run here. */
export const TestContext = {}
