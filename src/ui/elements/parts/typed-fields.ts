/** Fields whose text a button signs: a text is read while it is typed, and one from elsewhere has to be read like the rest. */

/** Typed key by key; a paste, a filled-in and a replaced text come from elsewhere. */
const isTyped = /^(?:insert(?:Text|CompositionText|FromComposition)|delete)/;

/** The attributes of a field. */
interface FieldAttributes {
  readonly ref: (input: HTMLInputElement | null) => void;
  readonly onInput: (event: InputEvent) => void;
}

/** The fields of one element. */
export interface TypedFields {
  field(name: string): FieldAttributes;
  /** The text that stands in a field now. */
  text(name: string): string;
  /** Counts the texts from elsewhere, to be compared with what is shown and signed. */
  fromElsewhere(): number;
}

/** A field in the page. */
interface Field extends FieldAttributes {
  input: HTMLInputElement | null;
  known: string;
}

/** Creates the fields of one element, which draws again with each text. */
export function createTypedFields(redraw: () => void): TypedFields {
  const fields = new Map<string, Field>();
  let count = 0;
  const create = (): Field => {
    const field: Field = {
      input: null,
      known: '',
      ref(input) {
        field.input = input;
        // A field is drawn with its first text.
        field.known = textOf(field);
      },
      onInput({ inputType }) {
        if (isTyped.test(inputType)) field.known = textOf(field);
        redraw();
      },
    };
    return field;
  };
  return {
    field(name) {
      const field = fields.get(name) ?? create();
      fields.set(name, field);
      return { ref: field.ref, onInput: field.onInput };
    },
    text: (name) => textOf(fields.get(name)),
    fromElsewhere() {
      for (const field of fields.values()) {
        const now = textOf(field);
        if (now === field.known) continue;
        field.known = now;
        count += 1;
      }
      return count;
    },
  };
}

const textOf = (field: Pick<Field, 'input'> | undefined): string => field?.input?.value ?? '';
