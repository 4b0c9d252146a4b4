/* tests/support/transcript.h -- what is said to the engine, and what it shall answer.

   A transcript is a text file that reads like a session:

       # Case 16: sizes no board has.
       $ gtp --size 9
       > boardsize 26
       ? unacceptable size
       > 7 genmove b
       ~ =7 [A-J][1-9]
       > showboard
       =
       ...
       ~ .*Black .* has taken 0.*

   $   how to start it: hishi's arguments; once, before anything else;
       `gtp --seed 1 --time 0.05' when there is no such line
   >   a line to be sent.  \t \r \n \\ and \xNN are what they are in C.  Lines
       that follow each other are sent in one piece; those that have no
       response (comments, empty lines) are followed by one that has
   <   nothing more is sent before there is a line of a response that matches this
       extended regular expression
   ~   an extended regular expression for a whole line of a response
   ... any number of lines of a response
   #   a remark

   Every other line is a line of a response, blanks at its end left out.  A
   response begins with `=' or `?', also behind a `~ '.  Every response must
   also have the form that the standard prescribes; at the end the engine must
   leave without a further word.  */
#pragma once

/* Fail the current test where FILE and the engine disagree.  */
void transcript_run(char const *file);
/* The same of an engine that is started with MORE, as " --sandbox".  */
void transcript_run_with(char const *file, char const *more);

/* Call EACH with every command that FILE sends, without its id.  */
void transcript_commands(char const *file,
                         void (*each)(void *context, char const *command),
                         void *context);
