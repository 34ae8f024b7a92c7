/** Says which argument `parseArgs` refused, without its value: Node's own sentences repeat values, and are about arguments in general. */
export function argumentMistake(error: unknown): string {
  const { code, message } = error as Error & { readonly code?: string };
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return 'The command takes options alone.';
  const [, name = 'An option'] = /'(?:-\w, )?(--?[A-Za-z-]{1,40})/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${name}.`;
  return message.includes('does not take') ? `${name} takes no value.` : `${name} needs a value.`;
}
