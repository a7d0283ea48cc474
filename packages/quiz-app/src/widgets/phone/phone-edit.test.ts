import { expect, test } from 'vitest'

import { foreseeEdit } from './phone-edit.ts'

// `[` and `]` are the selection before the edit, `|` is the caret after it.
test.each([
  ['insertText', '(11) []8765-4321', '9', '(11) 9|8765-4321'],
  ['insertFromPaste', '[(11) 9]', '+7 495', '+7 495|'],
  ['deleteContentBackward', '(11) 98765[]-4321', null, '(11) 9876|-4321'],
  ['deleteContentBackward', '(11) [98]765-4321', null, '(11) |765-4321'],
  ['deleteContentBackward', '[](11', null, '|(11'],
  ['deleteContentForward', '(11) 98765[]-4321', null, '(11) 98765|4321'],
  ['deleteWordBackward', '(11) 98765-4321[]', null, '(11) 98765-|'],
  ['deleteWordForward', '(11)[] 98765-4321', null, '(11)|-4321'],
  ['deleteSoftLineBackward', '(11) []98765-4321', null, '|98765-4321'],
  ['deleteHardLineForward', '(11) []98765-4321', null, '(11) |'],
])(
  'foreseeEdit returns the text and the caret after the event %s in the text %s',
  (inputType, before, inserted, after) => {
    const text = before.replaceAll(/[[\]]/g, '')
    const field = { text, start: before.indexOf('['), end: before.indexOf(']') - 1 }
    expect(foreseeEdit(field, inputType, inserted)).toEqual({ text: after.replace('|', ''), caret: after.indexOf('|') })
  },
)

test.each([
  ['insertFromPaste', null],
  ['insertFromDrop', '11'],
  ['insertCompositionText', '1'],
  ['deleteByCut', null],
  ['historyUndo', null],
])(
  'foreseeEdit returns null for the event %s with the text %j, because only the browser can make this edit',
  (inputType, inserted) => {
    expect(foreseeEdit({ text: '(11', start: 1, end: 3 }, inputType, inserted)).toBeNull()
  },
)
